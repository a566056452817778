/**
 * Backups during writes, and backups and restores that are killed: each backup is complete or absent, and can be
 * served.
 */

import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { STOREFRONT } from '../../../src/api-paths.ts'

import type { CartDocument } from '../../../src/cart/pricing/cart.document.ts'
import { ids } from '../../support/import/shop-file.ts'
import { record, rounds } from '../../support/runner/rounds.ts'
import { killSepetWhen, runSepet, type ServingProcess, serveProcess } from '../../support/service/process.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const ROUNDS = rounds({ short: 1, long: 100 })
const WRITERS = 6
/** Commands that are started to kill one of them before its end. */
const TRIES = 20

/** A guest's token, and the numbers of sent and acknowledged adds. */
interface Ledger {
  token: string
  acknowledged: number
  sent: number
}

describe('a backup', () => {
  let shop: TestService
  let folder: string
  let env: NodeJS.ProcessEnv
  before(async () => {
    shop = await startService('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'sepet-backup-'))
    const { DATA_DIR, ACCESS_TOKEN_SECRET } = shop.config
    env = { DATA_DIR, ACCESS_TOKEN_SECRET, CART_RATE_LIMIT: '0', LOG_LEVEL: 'silent' }
  })
  after(async () => {
    await shop.stop()
    rmSync(folder, { recursive: true })
  })

  it(`made ${ROUNDS} times during writes contains every write acknowledged before it, and can be served`, async () => {
    const serving = await serveProcess(env)
    const ledgers = await Promise.all(
      Array.from({ length: WRITERS }, async () => ({ token: await shop.token('guest'), acknowledged: 0, sent: 0 })),
    )
    let writing = true
    const writers = ledgers.map(async each => {
      while (writing) await add(serving, each)
    })
    while (ledgers.some(({ acknowledged }) => acknowledged === 0)) await sleep(5)
    for (let round = 0; round < ROUNDS; round++) {
      const file = join(folder, `${round}.sqlite`)
      const acknowledgedBefore = ledgers.map(({ acknowledged }) => acknowledged)
      const { status, stderr } = await runSepet(['backup', file], env)
      assert.deepEqual([status, stderr, statSync(file).mode & 0o777], [0, '', 0o600])
      const sentAfter = ledgers.map(({ sent }) => sent)
      const restored = await restoreElsewhere(file)
      for (const [n, { token }] of ledgers.entries()) {
        const [plain = 0, taxFree = 0] = await quantities(restored, token)
        const [least = 0, most = 0] = [acknowledgedBefore[n], sentAfter[n]]
        assert.ok(least <= plain + taxFree && plain + taxFree <= most, `${least} ≤ ${plain}+${taxFree} ≤ ${most}`)
        // Each guest adds the two products in turn, so a consistent backup differs by one at most.
        assert.ok(plain - taxFree === 0 || plain - taxFree === 1)
      }
      await restored.kill('SIGTERM')
    }
    writing = false
    await Promise.all(writers)
    await serving.kill('SIGTERM')
    const written = ledgers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)
    record('backups during writes', `${ROUNDS} restored and served, ${written} adds meanwhile`)
  })

  it(`killed ${ROUNDS} times while it is written leaves only .partial files, and the next backup succeeds`, async () => {
    await makeLarge(shop)
    for (let round = 0; round < ROUNDS; round++) {
      const file = join(folder, `killed-${round}.sqlite`)
      await killBackup(file)
      for (const left of filesBeside(file)) assert.match(left, /\.sqlite\.[0-9a-f]{8}\.partial(-journal)?$/)
      assert.equal((await runSepet(['backup', file], env)).status, 0)
    }
  })

  it(`whose restore is killed ${ROUNDS} times leaves the database unchanged`, async () => {
    const file = join(folder, 'large.sqlite')
    assert.equal((await runSepet(['backup', file], env)).status, 0)
    const there = { ...env, DATA_DIR: mkdtempSync(join(folder, 'data-')) }
    for (let round = 0; round < ROUNDS; round++) await killRestore(file, there)
    assert.equal((await runSepet(['restore', file], there)).status, 0)
  })

  /**
   * Kills a backup while its copy is unfinished, which leaves no backup. A busy machine may send the signal too late: then the backup is whole, and
   * another one is killed.
   */
  async function killBackup(file: string): Promise<void> {
    for (let n = 0; n < TRIES; n++) {
      const wasKilled = await killSepetWhen(['backup', file], env, () => partialsOf(file).length > 0)
      if (wasKilled && !existsSync(file)) return
      assertWhole(file)
      rmSync(file)
    }
    assert.fail('every backup was complete')
  }

  /** Kills a restore while its copy is unfinished, which leaves the database as it was; too late as with a backup, it is whole. */
  async function killRestore(file: string, there: typeof env & { DATA_DIR: string }): Promise<void> {
    const database = join(there.DATA_DIR, 'sepet.sqlite')
    for (let n = 0; n < TRIES; n++) {
      assert.equal((await runSepet(['restore', join(folder, '0.sqlite')], there)).status, 0)
      const { ino, mtimeMs } = statSync(database)
      const left = partialsOf(database).length
      const wasKilled = await killSepetWhen(['restore', file], there, () => partialsOf(database).length > left)
      const now = statSync(database)
      if (wasKilled && now.ino === ino) return assert.equal(now.mtimeMs, mtimeMs)
      assertWhole(database)
    }
    assert.fail('every restore was complete')
  }

  /** Restores a backup into a new folder and serves it. */
  async function restoreElsewhere(file: string): Promise<ServingProcess> {
    const elsewhere = { ...env, DATA_DIR: mkdtempSync(join(folder, 'data-')) }
    const { status, stderr } = await runSepet(['restore', file], elsewhere)
    assert.deepEqual([status, stderr], [0, ''])
    return serveProcess(elsewhere)
  }
})

/** Asserts that a file is a database without a missing or broken page. */
function assertWhole(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true })
  assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok')
  database.close()
}

/** @returns the quantities of the two products in the cart of a guest */
async function quantities({ url }: ServingProcess, token: string): Promise<number[]> {
  const answer = await fetch(`${url}${STOREFRONT}/cart`, { headers: { Authorization: `Bearer ${token}` } })
  const { included } = (await answer.json()) as CartDocument
  return [ids.plain, ids.taxFree].map(
    id => included.find(({ attributes }) => attributes.productId === id)?.attributes.quantity ?? 0,
  )
}

/** Adds one of two products in turn; each add must succeed. */
async function add({ url }: ServingProcess, ledger: Ledger): Promise<void> {
  const productId = ledger.sent % 2 === 0 ? ids.plain : ids.taxFree
  ledger.sent++
  const answer = await fetch(`${url}${STOREFRONT}/cart-items`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ledger.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ productId, quantity: 1 }),
  })
  assert.equal(answer.status, 201)
  ledger.acknowledged++
}

/** Inserts so many rows that writing a copy takes a while. */
async function makeLarge({ database }: TestService): Promise<void> {
  await sql`insert into carts (id, created_at, used_at, coupon_code)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200000)
    select 'guest:' || n, 0, 0, hex(zeroblob(100)) from numbers`.execute(database.kysely)
}

/** @returns unfinished copies of a file */
function partialsOf(file: string): string[] {
  return filesBeside(file).filter(name => name.endsWith('.partial'))
}

/** @returns files whose names begin with the name of the file */
function filesBeside(file: string): string[] {
  return readdirSync(dirname(file)).filter(name => name.startsWith(`${basename(file)}.`))
}
