/** The requests of docs/agents.md, sent to a real server, and the codes of its table. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import { shownCodeOf, UCP_ERRORS, type UcpErrorCode } from '../../../src/ucp/refusals.ts'
import { assertHappens, exchangesOf, readPage } from '../../support/docs/doc-exchanges.ts'
import { serveProcess } from '../../support/service/process.ts'
import { freePort } from '../../support/service/test-server.ts'

const page = 'docs/agents.md'

/** Waits until the server has read the profile of the page, for which it has 2 s, which a busy machine may exceed; it tries again after 5 s. */
async function untilKnown(url: string): Promise<void> {
  const profile = `${url}/playground/browser/agent/profile.json`
  const headers = { 'UCP-Agent': `profile="${profile}"`, 'Content-Type': 'application/json' }
  const search = () => fetch(`${url}/ucp/v1/catalog/search`, { method: 'POST', headers, body: '{"query":"keten"}' })
  while ((await (await search()).text()).includes('profile_unreachable')) await sleep(500)
}

describe(page, () => {
  it('shows the answers of the sample shop to an agent that searches and makes a cart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sepet-agents-'))
    const port = await freePort()
    const url = `http://localhost:${port}`
    const env = { DATA_DIR: join(folder, 'data'), PUBLIC_URL: url, LOG_LEVEL: 'silent' }
    const serving = await serveProcess(env, ['--port', String(port)])
    const text = readPage(page)
      .replaceAll('http://localhost:8080', url)
      .replace(/("title": "Sepet", "version": ")[^"]+/, `$1${packageJson.version}`)
    const exchanges = exchangesOf(text)
    assert.equal(exchanges.length, 3)
    await untilKnown(url)
    await assertHappens(exchanges, { url, cwd: folder, env })
    const [, body = ''] = /```json\n(\{\n {2}"jsonrpc": "2.0",\n {2}"id": 1,\n {2}"method".*?)```/s.exec(text) ?? []
    const named = [...text.matchAll(/`(M[Cc][Pp]-[\w-]+): ([\w/-]+)`/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    assert.equal(named.length, 3)
    const headers = { 'Content-Type': 'application/json', ...Object.fromEntries(named) }
    const called = await fetch(`${url}/ucp/mcp`, { method: 'POST', headers, body })
    const { result } = (await called.json()) as { result: { structuredContent: { products: { id: string }[] } } }
    assert.deepEqual(
      result.structuredContent.products.map(({ id }) => id),
      ['108'],
    )
    assert.equal(await serving.kill('SIGTERM'), 0)
    rmSync(folder, { recursive: true })
  })

  it('names every code with its status', () => {
    const rows = readPage(page)
      .split('\n')
      .filter(line => /^\| [45]\d\d/.test(line))
    for (const code of Object.keys(UCP_ERRORS) as UcpErrorCode[]) {
      const [status] = UCP_ERRORS[code]
      if (status === 200) assert.ok(readPage(page).includes(`\`${code}\``), code)
      else
        assert.ok(
          rows.some(row => row.includes(String(status)) && row.includes(`\`${shownCodeOf(code)}\``)),
          code,
        )
    }
  })
})
