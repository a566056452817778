/**
 * The embedded database with a full disk or a lock held by another process: writes are refused, reads continue, and it
 * recovers.
 */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { CUSTOMERS } from '../../../src/api-paths.ts'

import { addItem, cartOf, refusalsOf } from '../../support/cart/cart.ts'
import { assertUnavailable } from '../../support/database/outage.ts'
import { ids } from '../../support/import/shop-file.ts'
import { ended } from '../../support/service/process-tree.ts'
import { type Answer, startService, type TestService } from '../../support/service/service.ts'

/** The largest page count of SQLite. */
const NO_LIMIT = 4_294_967_294
const HOLD_LOCK = `const database = new (require('node:sqlite').DatabaseSync)(process.argv[1])
database.exec('begin immediate')
console.log('locked')
process.stdin.resume()`

describe('the embedded database', () => {
  let service: TestService
  let token: string
  let admin: string
  before(async () => {
    service = await startService('sqlite')
    token = await service.token('guest')
    admin = await service.token('admin')
    await addItem(service, token, ids.plain, 3)
  })
  after(() => service.stop())

  const readQuantity = async () => cartOf(await service.call('GET', '/cart', { token })).data.attributes.totalQuantity

  it('refuses a write when it cannot grow, keeps nothing of it, and accepts it when there is room again', async () => {
    const body = Array.from({ length: 100 }, () => ({ address: 'x'.repeat(200) }))
    const create = () => service.call('POST', CUSTOMERS, { token: admin, body })
    await sql`pragma max_page_count = 1`.execute(service.database.kysely)
    const kept = await service.call('GET', CUSTOMERS, { token: admin })
    service.log.splice(0)
    assert.equal(detailOf(await create()), 'The disk of the database is full. Nothing was written.')
    assert.ok(service.log.some(line => line.includes('"msg":"the disk of the database is full"')))
    const ready = await service.call('GET', '/health/ready')
    const detail = 'The disk of the database is full. Nothing was written.'
    assert.deepEqual([ready.status, ready.json], [200, { status: 'ok', detail }])
    assert.equal((await service.call('GET', CUSTOMERS, { token: admin })).text, kept.text)
    assert.equal(await readQuantity(), 3)
    await sql`pragma max_page_count = ${sql.lit(NO_LIMIT)}`.execute(service.database.kysely)
    assert.equal((await create()).status, 201)
  })

  it('answers reads and refuses writes while another process holds its lock, and accepts them afterwards', async () => {
    const holder = await holdLock(join(service.config.DATA_DIR, 'sepet.sqlite'))
    const add = () => service.call('POST', '/cart-items', { token, body: { productId: ids.plain, quantity: 1 } })
    const waiting = add()
    assert.equal(await readQuantity(), 3)
    assert.deepEqual(refusalsOf(await waiting), ['503 database_busy'])
    holder.kill('SIGKILL')
    await ended(holder)
    assert.equal((await add()).status, 201)
    assert.equal(await readQuantity(), 4)
  })
})

/** Returns the detail of a response that is 503 unavailable. */
function detailOf(answer: Answer): unknown {
  assertUnavailable(answer)
  return (answer.json as { errors: { detail: string }[] }).errors[0]?.detail
}

/** Holds the write lock in another process. */
async function holdLock(path: string): Promise<ChildProcess> {
  const holder = spawn(process.execPath, ['-e', HOLD_LOCK, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  await new Promise(resolve => holder.stdout.once('data', resolve))
  return holder
}
