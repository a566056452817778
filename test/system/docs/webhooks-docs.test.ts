/** The receivers of docs/webhooks.md, run where their interpreter is installed, with messages of a real server. */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertHappens, exchangesOf, readPage } from '../../support/docs/doc-exchanges.ts'
import { blockIn } from '../../support/docs/markdown.ts'
import { endWithParent } from '../../support/service/end-with-parent.ts'
import { serveProcess } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { freePort } from '../../support/service/test-server.ts'
import { callWebhooks, createCustomer, QUICK, saveWebhook, untilWebhook } from '../../support/webhooks/webhooks.ts'

const page = 'docs/webhooks.md'
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Language {
  block: string
  file: string
  command: string
  args: (file: string, port: string) => string[]
}

const languages: Language[] = [
  { block: 'js', file: 'receiver.mjs', command: process.execPath, args: file => [file] },
  { block: 'python', file: 'receiver.py', command: 'python3', args: file => [file] },
  { block: 'php', file: 'receiver.php', command: 'php', args: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
]

describe(page, () => {
  let service: TestService
  let folder: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-webhooks-'))
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
    service = await startService('sqlite', QUICK)
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it('shows a webhook that is created in the sample shop', async () => {
    const env = { DATA_DIR: join(folder, 'data') }
    const serving = await serveProcess({ ...env, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:8080' })
    const exchanges = exchangesOf(readPage(page))
    assert.equal(exchanges.length, 1)
    await assertHappens(exchanges, { url: serving.url, cwd: folder, env })
    await serving.kill('SIGTERM')
  })

  for (const { block, file, command, args } of languages) {
    const isMissing = spawnSync(command, ['--version']).error !== undefined
    it(`shows a receiver in ${block} that handles each event once, refuses forged and old messages, and survives a broken connection`, {
      skip: isMissing ? `${command} is not installed` : false,
    }, async () => {
      writeFileSync(join(folder, file), blockIn(page, block))
      const port = String(await freePort())
      const env = { PATH: process.env.PATH, TMPDIR: folder, WEBHOOK_SECRET: secret, PORT: port }
      const child = endWithParent(spawn(command, args(file, port), { cwd: folder, env }))
      const printed = linesOf(child)
      const url = `http://127.0.0.1:${port}/`
      while (child.exitCode === null && !(await listens(Number(port)))) await sleep(50)
      const { data } = await saveWebhook(service, block, { url, secret, types: ['customer.created'] })
      const ids = [await createCustomer(service), await createCustomer(service)]
      await untilWebhook(service, block, ({ lastSuccess, pending }) => lastSuccess !== null && pending === 0)
      await callWebhooks(service, 'POST', `/${block}/replay`, { after: data.cursor })
      ids.push(await createCustomer(service))
      await untilWebhook(service, block, ({ pending, cursor }) => cursor > data.cursor + 2 && pending === 0)
      await breakOff(Number(port))
      const old = { id: 'evt_1_1', timestamp: '1000000000', signature: 'v1,AAAA' }
      const forged = { ...old, timestamp: String(Math.floor(Date.now() / 1000)) }
      for (const { id, timestamp, signature } of [old, forged]) {
        const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
        assert.equal((await fetch(url, { method: 'POST', headers, body: '{}' })).status, 401)
      }
      await callWebhooks(service, 'POST', `/${block}/rotate-secret`)
      await callWebhooks(service, 'POST', `/${block}/test`)
      while (printed().length < 4) await sleep(20)
      const expected = ids.map(id => `customer.created member:${id}`)
      assert.deepEqual(printed().slice(0, 3), expected)
      assert.match(printed()[3] ?? '', /^webhook\.test/)
      child.kill('SIGKILL')
      await callWebhooks(service, 'DELETE', `/${block}`)
    })
  }
})

/** Sends half a message, then breaks the connection off. */
async function breakOff(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 100\r\n\r\n{')
  await sleep(50)
  socket.resetAndDestroy()
  await sleep(50)
}

/** Whether a receiver listens already. */
async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** @returns the lines about events that a receiver has printed */
function linesOf({ stdout, stderr }: ChildProcess): () => string[] {
  let output = ''
  for (const stream of [stdout, stderr]) stream?.setEncoding('utf8').on('data', text => (output += text))
  return () => output.split('\n').filter(line => /^(customer\.|webhook\.)/.test(line))
}
