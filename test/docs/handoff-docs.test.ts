/** The requests, responses and server code of docs/handoff.md and docs/web-shop.md, run with a real server. */

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { signIn } from '../support/checkout/checkout.ts'
import { assertHappens, exchangesOf, readPage } from '../support/docs/doc-exchanges.ts'
import { customer, ids } from '../support/import/shop-file.ts'
import { startService, type TestService } from '../support/service/service.ts'

describe('the handoff pages', () => {
  let service: TestService
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-docs-'))
    service = await startService('sqlite', { PUBLIC_URL: 'http://localhost:8080' })
    await service.importShop({ customers: [customer(ids.member)] })
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })
  /** Runs the only request of a page and compares the response with the page. */
  const held = (path: string, env: NodeJS.ProcessEnv = {}) => {
    const exchanges = exchangesOf(readPage(path))
    assert.equal(exchanges.length, 1)
    const { ACCESS_TOKEN_SECRET } = service.config
    return assertHappens(exchanges, { url: service.url, cwd: folder, env: { ACCESS_TOKEN_SECRET, ...env } })
  }
  const signInMember = async () => signIn(service, await service.token('member', { id: String(ids.member) }))

  it('show the request for a link and its response', () => held('docs/handoff.md'))

  it('show the request for a session and its response', async () =>
    held('docs/web-shop.md', { COOKIE: await signInMember() }))

  it('show a function that reads the session, and that passes on the client address for the rate limit', async t => {
    const limited = await service.startPeer({ SESSION_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1' })
    t.after(() => limited.stop())
    const [, code = ''] = /```js\n([\s\S]+?)```/.exec(readPage('docs/web-shop.md')) ?? []
    const file = join(folder, 'session.mjs')
    writeFileSync(file, code.replace('http://127.0.0.1:8080', limited.url))
    const { sessionOf } = (await import(pathToFileURL(file).href)) as {
      sessionOf: (request: IncomingMessage) => Promise<{ identity: string }>
    }
    const webShop = createServer(async (request, response) => response.end((await sessionOf(request)).identity))
    t.after(() => webShop.close())
    await new Promise<void>(resolve => webShop.listen(0, '127.0.0.1', resolve))
    const readSession = async (headers: Record<string, string>) => {
      const { port } = webShop.address() as AddressInfo
      return (await fetch(`http://127.0.0.1:${port}`, { headers })).text()
    }
    assert.equal(await readSession({ Cookie: await signInMember() }), 'member')
    for (const address of ['192.0.2.1', '192.0.2.2'])
      assert.equal(await readSession({ 'X-Forwarded-For': address }), 'none')
    assert.equal(await readSession({}), 'none')
  })
})
