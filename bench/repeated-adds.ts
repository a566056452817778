/**
 * Benchmark of adds: processor time of adds without an idempotency key, with a new one and with a known one.
 * `node bench/repeated-adds.ts`
 */

import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { guestWithId } from '../src/auth/identity.ts'
import { keyOf, type OwnerKey } from '../src/auth/owner-key.ts'
import { addLine, type NewLine } from '../src/cart/lines/add-line.sql.ts'
import { type Queries, transaction } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open.ts'
import { engines } from '../test/support/database/engines.ts'
import { product } from '../test/support/import/shop-file.ts'
import { startService } from '../test/support/service/service.ts'
import { quantile } from './load.ts'

const CARTS = 500
const ROUNDS = 1_500
const WARM_UP = 300
const WAIT_MS = 5_000

/** An add: its line, its cart's owner, and its number. */
type Add = { line: NewLine; key: OwnerKey; n: number }
type Variant = (queries: Queries, add: Add) => Promise<unknown>

/** Writes as the cart store does: one statement on PostgreSQL, a transaction on SQLite. */
const add: Variant = (queries, { line, key }) =>
  queries.engine === 'postgres'
    ? addLine(queries, key, line, WAIT_MS)
    : transaction(queries, each => addLine(each, key, line, null))

/** Adds with an idempotency key. */
const addKeyed = (queries: Queries, { line, ...others }: Add, idempotencyKey: string) =>
  add(queries, { ...others, line: { ...line, idempotencyKey } })

const variants: Record<string, Variant> = {
  'without a key': add,
  'with a new key': (queries, each) => addKeyed(queries, each, `key-${each.n}`),
  'with a known key': (queries, each) => addKeyed(queries, each, 'known'),
}

/** @returns a clock in microseconds: the processor time of PostgreSQL's process, or the time of day for the embedded database */
async function createClock({ engine, kysely }: Queries): Promise<() => number> {
  if (engine === 'sqlite') return () => performance.now() * 1_000
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(kysely)
  return () => Number(readFileSync(`/proc/${rows[0]?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
}

for (const engine of engines) {
  const service = await startService(engine, { LOG_LEVEL: 'silent' })
  await service.importShop({ products: [1, 2, 3].map(id => product({ id, price: '19.90' })) })
  // Statements run one after the other, on the connection whose process the clock reads.
  const database = openDatabase(service.config, { failFast: true })
  const keyAt = (n: number) => keyOf(guestWithId(`00000000-0000-4000-8000-${String(n % CARTS).padStart(12, '0')}`))
  const lineOf = (n: number): NewLine => ({
    productId: 1 + ((n % CARTS) % 3),
    variantId: 0,
    quantity: 1,
    itemId: `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    maxLines: 500,
    now: Date.now(),
    limitedCampaigns: '[]',
    idempotencyKey: null,
  })
  const ids = Array.from({ length: CARTS }, (_, n) => keyAt(n).cartId)
  const at = { created_at: Date.now(), used_at: Date.now(), changed_at: Date.now() }
  await database.kysely
    .insertInto('carts')
    .values(ids.map(id => ({ id, ...at })))
    .execute()
  for (let n = 0; n < CARTS; n++) await addKeyed(database, { line: lineOf(n), key: keyAt(n), n }, 'known')
  const clock = await createClock(database)
  const times = Object.fromEntries(Object.keys(variants).map(name => [name, [] as number[]]))
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, run] of Object.entries(variants)) {
      const each = { line: lineOf(round), key: keyAt(round), n: round }
      const begun = clock()
      await run(database, each)
      if (round >= WARM_UP) times[name]?.push(clock() - begun)
    }
  }
  for (const [name, each] of Object.entries(times)) {
    console.log(`${engine.padEnd(9)} ${name.padEnd(36)} ${quantile(each, 0.5).toFixed(1)} µs`)
  }
  await database.close()
  await service.stop()
}
