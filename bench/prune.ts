/**
 * Benchmark of response times while a backlog of idle guest carts is pruned in the same process, on both engines. Fails
 * when the search for idle carts reads the whole table.
 * `node bench/prune.ts [--carts 1000000] [--seconds 30]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import { STOREFRONT } from '../src/api-paths.ts'

import { deleteIdleCarts } from '../src/cart/storage/idle-carts.store.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import type { Tables } from '../src/db/tables.ts'
import { importSampleShop } from '../src/import/sample.ts'
import { prune } from '../src/jobs/prune.ts'
import { start } from '../src/service.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'

const PRODUCT = 108
const BATCHES = 500
const DAY_MS = 86_400_000

interface Load {
  url: string
  token: string
  seconds: number
}
/** Response times in milliseconds by request. */
type Latencies = { request: string; median: number; p99: number; longest: number }[]

async function main(carts: number, seconds: number): Promise<void> {
  console.log(`${carts} idle carts of 3 lines, ${seconds} s each, Node.js ${process.version}, milliseconds\n`)
  for (const engine of engines) {
    const { env, drop } = await createDatabase(engine)
    await measure(env, carts, seconds).finally(drop)
  }
}

/** Measures the same load without and with pruning, on one engine. */
async function measure(env: NodeJS.ProcessEnv, carts: number, seconds: number): Promise<void> {
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent', CART_RATE_LIMIT: '0' })
  const service = await start(config, { migrate: true, prepare: database => fill(database, carts) })
  try {
    const token = await mintToken(config, 'guest', { ttlSeconds: 3600 })
    const load = { url: `${service.address}${STOREFRONT}`, token, seconds }
    await ask({ ...load, seconds: 2 }) // Warms up.
    const quiet = await ask(load)
    const stopping = new AbortController()
    const from = performance.now()
    const pruning = prune(service.database, Date.now(), {
      guestCartTtlDays: 30,
      eventRetentionDays: 30,
      signal: stopping.signal,
    })
    const busy = await Promise.race([ask(load), pruning.then(() => Promise.reject(new Error('Take more carts.')))])
    stopping.abort()
    const { guestCarts } = await pruning
    const rate = guestCarts / ((performance.now() - from) / 1000)
    await explain(service.database)
    console.log(`one batch: ${JSON.stringify(await timeBatches(service.database))}`)
    const minutes = (carts / rate / 60).toFixed(1)
    console.log(`${service.database.engine}: ${Math.round(rate)} carts/s, which is ${minutes} minutes for all`)
    console.table(
      quiet.map((before, n) => ({
        ...before,
        ...Object.fromEntries(
          Object.entries(busy[n] ?? {})
            .slice(1)
            .map(([k, v]) => [`${k}, pruning`, v]),
        ),
      })),
    )
  } finally {
    await service.stop()
  }
}

/** Inserts carts that were last used at different times more than two months ago; one line in three has a note. */
async function fill(database: Database, carts: number): Promise<void> {
  const { engine, kysely } = database
  await importSampleShop(database, Date.now())
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(carts)})`
  const id = sql.raw(`'guest:' || substr('00000000-0000-4000-8000-000000000000', 1, 36 - length(cast(n as text))) || n`)
  const before = sql.lit(Date.now() - 60 * DAY_MS)
  await sql`insert into carts (id, created_at, used_at) ${numbers} select ${id}, ${before}, ${before} - cast(n as bigint) * 48271 % 1000000007
    from numbers`.execute(kysely)
  for (const product of [101, 102, 103]) {
    const note = product === 101 ? sql`'Hediye paketi olsun, lütfen fişi koymayın'` : sql`null`
    await sql`insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, order_note, gift_package) ${numbers}
      select ${id}, ${sql.lit(product)}, 0, '00000000-0000-4000-8000-000000000000', 1, 1, ${note}, 0 from numbers`.execute(
      kysely,
    )
  }
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely)
}

/** Measures a batch by itself: the embedded engine answers no request during a batch. */
async function timeBatches(database: Database): Promise<{ median: number; p99: number; longest: number }> {
  const took: number[] = []
  for (let n = 0; n < BATCHES; n++) {
    const from = performance.now()
    if ((await deleteIdleCarts(database, Date.now() - 30 * DAY_MS)) === 0) throw new Error('Take more carts.')
    took.push(performance.now() - from)
  }
  return summary(took.sort((a, b) => a - b))
}

/** Prints the query plan of the search for idle carts; the exit status is 1 when it reads the whole table. */
async function explain({ engine, kysely }: Database): Promise<void> {
  let statement: CompiledQuery | undefined
  const keep = async (query: CompiledQuery) => {
    statement = query
    return { rows: [] }
  }
  const spying = new Proxy(kysely, {
    get(target, name) {
      if (name === 'executeQuery') return keep
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  }) as Kysely<Tables>
  await deleteIdleCarts({ engine, kysely: spying }, Date.now())
  if (!statement) throw new Error('Nothing was asked.')
  const prefix = engine === 'postgres' ? 'explain ' : 'explain query plan '
  const { rows } = await kysely.executeQuery<Record<string, unknown>>({ ...statement, sql: prefix + statement.sql })
  const plan = rows.map(row => String(Object.values(row).at(-1)).replace(/\s+\(cost.*/, ''))
  console.log(plan.join('\n'))
  if (plan.some(line => /Seq Scan on carts|^SCAN carts$/.test(line))) process.exitCode = 1
}

/** Sends requests from another thread, so that the client does not slow down the server. */
function ask(load: Load): Promise<Latencies> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** Sends reads and adds in turn and measures each. */
async function readCarts({ url, token, seconds }: Load): Promise<Latencies> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ productId: PRODUCT, quantity: 1 })
  const requests = {
    'GET /cart': () => fetch(`${url}/cart`, { headers }),
    'POST /cart-items': () => fetch(`${url}/cart-items`, { method: 'POST', headers, body }),
  }
  const times = Object.keys(requests).map(request => ({ request, took: [] as number[] }))
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    for (const [n, send] of Object.values(requests).entries()) {
      const from = performance.now()
      const answer = await send()
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(String(answer.status))
      times[n]?.took.push(performance.now() - from)
    }
  }
  return times.map(({ request, took }) => ({ request, ...summary(took.sort((a, b) => a - b)) }))
}

/** @returns quantiles in milliseconds */
function summary(sorted: number[]): { median: number; p99: number; longest: number } {
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1))
  return { median: at(0.5), p99: at(0.99), longest: at(1) }
}

if (isMainThread) {
  const options = { carts: { type: 'string', default: '1000000' }, seconds: { type: 'string', default: '30' } } as const
  const { values } = parseArgs({ options })
  await main(Number(values.carts), Number(values.seconds))
} else {
  parentPort?.postMessage(await readCarts(workerData as Load))
}
