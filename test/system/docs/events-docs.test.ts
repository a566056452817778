/** The request and the follower of docs/events.md, run with a real server that has the sample shop. */

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CUSTOMERS } from '../../../src/api-paths.ts'
import { EVENT_TYPES } from '../../../src/events/event.ts'
import { addItem } from '../../support/cart/cart.ts'
import { complete, hold } from '../../support/checkouts/orders.ts'
import { assertHappens, exchangesOf, readPage } from '../../support/docs/doc-exchanges.ts'
import { startSampleShop } from '../../support/docs/examples.ts'
import { blockIn } from '../../support/docs/markdown.ts'
import { serveProcess } from '../../support/service/process.ts'
import type { TestService } from '../../support/service/service.ts'

const page = 'docs/events.md'
const linen = 108

describe(page, () => {
  let service: TestService
  let folder: string
  let EVENTS_TOKEN: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sepet-events-'))
    service = await startSampleShop({ PUBLIC_URL: 'http://localhost:8080' })
    EVENTS_TOKEN = await service.token('admin', { id: 'warehouse', scope: 'events:read' })
    const member = await service.token('member', { id: '1' })
    await addItem(service, member, linen, 3)
    await hold(service, '2026-000123', member)
    await complete(service, '2026-000123')
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  it('shows the events of an order', async () => {
    const exchanges = exchangesOf(readPage(page))
    assert.equal(exchanges.length, 1)
    const [holding, completing] = exchangesOf(readPage('docs/orders.md'))
    assert.ok(holding && completing)
    const env = { DATA_DIR: join(folder, 'data') }
    const serving = await serveProcess({ ...env, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:8080' })
    await assertHappens([holding, completing, ...exchanges], { url: serving.url, cwd: folder, env })
    await serving.kill('SIGTERM')
  })

  it('shows a follower that goes on where it has stopped', async () => {
    writeFileSync(join(folder, 'follow.mjs'), blockIn(page, 'js'))
    assert.deepEqual(
      (await followUntil('4')).map(line => line.split(' ').slice(0, 2)),
      [
        ['1', 'import.applied'],
        ['2', 'import.applied'],
        ['3', 'checkout.held'],
        ['4', 'checkout.completed'],
      ],
    )
    const token = await service.token('admin')
    await service.call('POST', CUSTOMERS, { token, body: [{}, {}] })
    await service.call('PUT', `${CUSTOMERS}/1`, { token, body: { company: 'Keten A.Ş.' } })
    const further = await followUntil('7')
    assert.deepEqual([further.length, further.at(-1)], [3, '7 customer.updated member:1 {"fields":["company"]}'])
  })

  it('shows a follower that ends where it cannot read its last id, and does not begin again', async () => {
    const other = mkdtempSync(join(folder, 'other-'))
    mkdirSync(join(other, 'last-event'))
    writeFileSync(join(other, 'follow.mjs'), blockIn(page, 'js'))
    const env = { PATH: process.env.PATH, SEPET_URL: service.url, EVENTS_TOKEN }
    const child = spawn(process.execPath, ['follow.mjs'], { cwd: other, env, stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', text => (output += text))
    assert.equal(await new Promise(resolve => child.on('close', resolve)), 1)
    assert.equal(output, '')
  })

  it('lists every type', () => {
    const listed = [...readPage(page).matchAll(/^\| (`[a-z_]+\.[a-z_]+`(?:, `[a-z_]+\.[a-z_]+`)*) \|/gm)]
    assert.deepEqual(
      listed.flatMap(([, types = '']) => types.replaceAll('`', '').split(', ')),
      [...EVENT_TYPES],
    )
  })

  /** Runs the follower until it has kept an id, then kills it. @returns the lines that it has printed */
  async function followUntil(id: string): Promise<string[]> {
    const env = { PATH: process.env.PATH, SEPET_URL: service.url, EVENTS_TOKEN }
    const child = spawn(process.execPath, ['follow.mjs'], { cwd: folder, env })
    // Later than its end: its whole output has been read then.
    const closed = new Promise(resolve => child.on('close', resolve))
    let [output, problems] = ['', '']
    child.stdout.setEncoding('utf8').on('data', text => (output += text))
    child.stderr.setEncoding('utf8').on('data', text => (problems += text))
    const kept = join(folder, 'last-event')
    while (child.exitCode === null && (!existsSync(kept) || readFileSync(kept, 'utf8') !== id)) await sleep(5)
    child.kill()
    await closed
    assert.equal(problems, '')
    return output.trim().split('\n')
  }
})
