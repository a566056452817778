/**
 * Benchmark of the list of checkouts over many of them on both engines, through the running application. One member has a twentieth of them;
 * the 200 held last have carts of 500 lines. Fails when a page reads the whole table.
 * `node bench/checkout-list.ts [--checkouts 100000]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { parseArgs } from 'node:util'
import { type CompiledQuery, sql } from 'kysely'
import { CHECKOUTS } from '../src/api-paths.ts'
import { readCheckoutListQuery } from '../src/checkouts/checkout-list-query.ts'
import { findCheckoutPage } from '../src/checkouts/checkout-pages.store.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import type { Database, Queries } from '../src/db/database.ts'
import { up as addIndexes } from '../src/db/migrations/0025-checkout-list.ts'
import { start } from '../src/service.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'

const RUNS = 15
const START = Date.UTC(2026, 0, 1)
/** Time between two holds, in milliseconds. */
const STEP_MS = 10_000
const HOLD_MS = 30 * 60_000
/** Checkouts with large carts, and the lines of each. */
const LARGE = { checkouts: 200, lines: 500 }
const SMALL_LINES = 3

/** Median and longest milliseconds by request, and the plan of each page. */
interface Report {
  engine: string
  timings: Record<string, [median: number, longest: number]>
  plans: string[][]
}

async function main(checkouts: number): Promise<void> {
  const reports: Report[] = []
  for (const engine of engines) {
    const { env, drop } = await createDatabase(engine)
    reports.push(await measure(env, checkouts).finally(drop))
  }
  console.log(`${checkouts} checkouts, Node.js ${process.version}, median and longest of ${RUNS} requests in ms\n`)
  const requests = Object.keys(reports[0]?.timings ?? {})
  console.table(
    requests.map(request => ({
      request,
      ...Object.fromEntries(
        reports.map(({ engine, timings }) => [engine, timings[request]?.map(ms => ms.toFixed(1)).join(', ')]),
      ),
    })),
  )
  const bad = reports.flatMap(({ plans }) => plans).filter(readsWholeTable)
  for (const plan of bad) console.error(plan.join('\n'))
  if (bad.length > 0) process.exitCode = 1
}

async function measure(env: NodeJS.ProcessEnv, checkouts: number): Promise<Report> {
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' })
  const service = await start(config, { migrate: true, prepare: database => fill(database, checkouts) })
  try {
    const token = await mintToken(config, 'admin', { ttlSeconds: 3600, scope: 'checkouts:read' })
    const migration = await migrateAgain(service.database)
    const timings: Report['timings'] = { 'migration, once': [migration, migration] }
    const plans: string[][] = []
    for (const [request, query] of Object.entries(pagesOf(checkouts))) {
      const ask = () => get(`${service.address}${CHECKOUTS}?${query}`, token)
      await ask() // Warms up.
      timings[request] = await timesOf(ask)
      plans.push(await explain(service.database, query))
    }
    return { engine: service.database.engine, timings, plans }
  } finally {
    await service.stop()
  }
}

/** Of the checkouts 1 in 20 is the member's, 1 in 10 released, 1 in 10 expired, and the others completed. None is held or cancelled. */
async function fill({ engine, kysely }: Database, checkouts: number): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(checkouts)})`
  const at = sql`cast(${sql.lit(START)} as bigint) + cast(n as bigint) * ${sql.lit(STEP_MS)}`
  const guest = sql`'guest:' || substr('00000000-0000-4000-8000-000000000000', 1, 36 - length(cast(n as text))) || n`
  const isOwn = sql`n % 20 = 0`
  const document = sql`case when n > ${sql.lit(checkouts - LARGE.checkouts)}
    then ${sql.lit(cartOf(LARGE.lines))} else ${sql.lit(cartOf(SMALL_LINES))} end`
  await sql`
    insert into checkouts (reference, state, subject, customer_id, held_at, expires_at, completed_at, over_limit, document)
    ${numbers} select '2026-' || substr('0000000', 1, 7 - length(cast(n as text))) || n,
      case n % 10 when 1 then 'released' when 2 then 'held' else 'completed' end,
      case when ${isOwn} then 'member:7' else ${guest} end, case when ${isOwn} then 7 end,
      ${at}, ${at} + ${sql.lit(HOLD_MS)}, case when n % 10 in (1, 2) then null else ${at} end, 0, ${document}
    from numbers`.execute(kysely)
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely)
}

/** A cart as a hold stores it. Its texts differ, so that it cannot be compressed to nothing. */
function cartOf(lines: number): string {
  const money = (amount: number) => ({ amount: amount.toFixed(2), currencyCode: 'TRY', decimalPlaces: 2 })
  const ids = Array.from(
    { length: lines },
    (_, n) => `0d3c7a52-9f0e-4f5e-8f0c-${(n * 7_919_000_000_017).toString(16).padStart(12, '0').slice(-12)}`,
  )
  const attributes = { totalQuantity: lines, subtotal: money(lines * 10), grandTotal: money(lines * 11) }
  const included = ids.map((id, n) => ({
    type: 'cart-items',
    id,
    attributes: {
      ...{ productId: n + 1, variantId: null, quantity: 1, productName: `Ham keten kumaş ${n}` },
      ...{ image: `http://localhost:8080/images/${id}.png`, availableForSale: true, unitPrice: money(10) },
      ...{ lineTotal: money(10), vatRate: 10, orderNote: null, giftNote: null, giftPackage: false },
      ...{ stock: 37.5, stockUnit: 'metre', stockIncrement: 0.5 },
    },
  }))
  const items = { data: ids.map(id => ({ type: 'cart-items', id })) }
  return JSON.stringify({ data: { type: 'carts', id: 'me', attributes, relationships: { items } }, included })
}

/** Runs the migration of the indexes once more, on the filled table. @returns milliseconds */
async function migrateAgain({ engine, kysely }: Database): Promise<number> {
  const indexes = ['checkouts_list_of_state', 'checkouts_list_of_subject', 'checkouts_list_of_customer']
  for (const index of [...indexes, ...(engine === 'sqlite' ? ['checkouts_totals'] : [])]) {
    await kysely.schema.dropIndex(index).execute()
  }
  await kysely.schema.createIndex('checkouts_held_at').on('checkouts').columns(['held_at', 'reference']).execute()
  const from = performance.now()
  await kysely.transaction().execute(transaction => addIndexes(transaction as never, engine))
  return performance.now() - from
}

/** Pages of which many, few or no checkouts match. */
function pagesOf(checkouts: number): Record<string, string> {
  const at = (n: number) => new Date(START + n * STEP_MS).toISOString()
  const middle = `filter[heldBefore]=${at(checkouts / 2)}`
  const none = `filter[heldAfter]=${at(checkouts + 1)}`
  return {
    '200, of 500 lines each': 'limit=200',
    '200 from the middle': `limit=200&${middle}`,
    'an hour': `filter[heldAfter]=${at(5_000)}&filter[heldBefore]=${at(5_360)}`,
    'after the last': none,
    'completed, from the middle': `limit=200&filter[state]=completed&${middle}`,
    'held, of which there is none': 'filter[state]=held',
    'expired, from the middle': `limit=200&filter[state]=expired&${middle}`,
    'cancelled, of which there is none': 'filter[state]=cancelled',
    'all states, from the middle': `limit=200&filter[state]=held,completed,released,expired,cancelled&${middle}`,
    'of the member': 'limit=200&filter[subject]=member:7',
    'of the member, released: none': 'limit=200&filter[subject]=member:7&filter[state]=released,held,cancelled',
    'of the member, of another customer: none': 'limit=200&filter[subject]=member:7&filter[customerId]=8',
    'of the customer, from the middle': `limit=200&filter[customerId]=7&${middle}`,
    'of the customer, expired: none': `limit=200&filter[customerId]=7&filter[state]=expired&${middle}`,
    'of a guest without checkouts': 'filter[subject]=guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e',
    'of the member, completed, after the last': `filter[subject]=member:7&filter[customerId]=7&filter[state]=completed&${none}`,
  }
}

async function get(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
}

async function timesOf(action: () => Promise<void>): Promise<[median: number, longest: number]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now()
    await action()
    times.push(performance.now() - from)
  }
  times.sort((a, b) => a - b)
  return [times[Math.floor(RUNS / 2)] ?? 0, times.at(-1) ?? 0]
}

/** @returns the plan of a page, from the statement of the application */
async function explain({ engine, kysely }: Queries, query: string): Promise<string[]> {
  const plan: string[] = []
  const executor = kysely.getExecutor()
  const explaining = {
    transformQuery: executor.transformQuery.bind(executor),
    compileQuery: executor.compileQuery.bind(executor),
    executeQuery: async (compiled: CompiledQuery) => {
      const text = `${engine === 'postgres' ? 'explain' : 'explain query plan'} ${compiled.sql}`
      const { rows } = await executor.executeQuery<object>({ ...compiled, sql: text })
      plan.push(...rows.map(row => String(Object.values(row).at(-1))))
      return { rows: [] }
    },
  }
  const { filters, limit, after } = readCheckoutListQuery(Object.fromEntries(new URLSearchParams(query)))
  const page = { filters, after, limit: limit + 1, references: 'asc', now: Date.now() } as const
  const explained = { getExecutor: () => explaining } as unknown as typeof kysely
  await findCheckoutPage({ engine, kysely: explained }, page)
  return plan
}

function readsWholeTable(plan: string[]): boolean {
  return plan.length === 0 || plan.some(line => /Seq Scan on checkouts|^SCAN c\b|^SCAN checkouts$/.test(line))
}

const { values } = parseArgs({ options: { checkouts: { type: 'string', default: '100000' } } })
await main(Number(values.checkouts))
