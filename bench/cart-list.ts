/**
 * Benchmark of the back office's list of carts over many carts on both engines, through the running application. Fails when a page
 * reads the whole table of carts or of lines.
 * `node bench/cart-list.ts [--carts 1000000]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { parseArgs } from 'node:util'
import { type CompiledQuery, sql } from 'kysely'
import { CARTS } from '../src/api-paths.ts'
import { createCartFinder } from '../src/cart/admin/cart-list.store.ts'
import { readCartListQuery } from '../src/cart/admin/cart-list-query.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import { up as addChanges } from '../src/db/migrations/0010-cart-changes.ts'
import { start } from '../src/service.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'

const RUNS = 15
const START = Date.UTC(2026, 0, 1)
/** Time between the changes of two carts, in milliseconds. */
const STEP_MS = 1_000

/** Median milliseconds by request, and the time of the migration. */
type Report = { engine: string; timings: Record<string, number>; plans: string[][] }

async function main(carts: number): Promise<void> {
  const reports: Report[] = []
  for (const engine of engines) {
    const { env, drop } = await createDatabase(engine)
    reports.push(await measure(env, carts).finally(drop))
  }
  console.log(`${carts} carts, Node.js ${process.version}, median milliseconds of ${RUNS} requests\n`)
  const requests = Object.keys(reports[0]?.timings ?? {})
  console.table(
    requests.map(request => ({
      request,
      ...Object.fromEntries(reports.map(({ engine, timings }) => [engine, Number(timings[request]?.toFixed(1))])),
    })),
  )
  const bad = reports.flatMap(({ plans }) => plans).filter(readsWholeTable)
  for (const plan of bad) console.error(plan.join('\n'))
  if (bad.length > 0) process.exitCode = 1
}

async function measure(env: NodeJS.ProcessEnv, carts: number): Promise<Report> {
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' })
  const service = await start(config, { migrate: true, prepare: database => fill(database, carts) })
  try {
    const token = await mintToken(config, 'admin', { ttlSeconds: 3600, scope: 'carts:read' })
    const timings: Record<string, number> = { 'migration, once': await migrateAgain(service.database) }
    const plans: string[][] = []
    for (const [request, query] of Object.entries(pagesOf(carts))) {
      const ask = () => get(`${service.address}${CARTS}?${query}`, token)
      await ask() // Warms up.
      timings[request] = await median(ask)
      plans.push(await explain(service.database, query))
    }
    return { engine: service.database.engine, timings, plans }
  } finally {
    await service.stop()
  }
}

/** A tenth of the carts are members'. The first half of each kind is empty; the others have three lines. */
async function fill({ engine, kysely }: Database, carts: number): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(carts)})`
  const id = sql`case when n % 10 = 0 then 'member:' || n
    else 'guest:' || substr('00000000-0000-4000-8000-000000000000', 1, 36 - length(cast(n as text))) || n end`
  const at = sql`cast(${sql.lit(START)} as bigint) + cast(n as bigint) * ${sql.lit(STEP_MS)}`
  await sql`
    insert into carts (id, created_at, used_at, changed_at) ${numbers} select ${id}, ${at}, ${at}, ${at} from numbers`.execute(
    kysely,
  )
  await sql`
    insert into cart_lines (cart_id, product_id, variant_id, id, position, quantity, gift_package) ${numbers}
    select ${id}, product, 0, '00000000-0000-4000-8000-000000000000', product, 2, 0
    from numbers join (select 1 as product union all select 2 union all select 3) as products on n > ${sql.lit(carts / 2)}`.execute(
    kysely,
  )
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely)
}

/** Runs the migration of the times once more, on the filled table. @returns milliseconds */
async function migrateAgain({ engine, kysely }: Database): Promise<number> {
  for (const index of ['carts_changed_members', 'carts_changed_guests']) await kysely.schema.dropIndex(index).execute()
  await kysely.schema.alterTable('carts').dropColumn('changed_at').execute()
  const from = performance.now()
  await kysely.transaction().execute(transaction => addChanges(transaction as never, engine))
  const took = performance.now() - from
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely)
  return took
}

function pagesOf(carts: number): Record<string, string> {
  const at = (n: number) => new Date(START + n * STEP_MS).toISOString()
  const since = `filter[changedAfter]=${at(carts / 2 + 1)}`
  return {
    'oldest carts with lines': since,
    'oldest carts of members': `${since}&filter[kind]=member`,
    '200 of guests': `${since}&filter[kind]=guest&limit=200`,
    'carts of one hour': `filter[changedAfter]=${at(carts - 5_000)}&filter[changedBefore]=${at(carts - 1_400)}`,
    'a thousand empty carts of each kind': '',
    'a thousand empty carts of members': 'filter[kind]=member',
  }
}

async function get(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
}

async function median(action: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const from = performance.now()
    await action()
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
}

/** @returns the plan of a page, from the statement of the application */
async function explain({ engine, kysely }: Database, query: string): Promise<string[]> {
  const plan: string[] = []
  const prefix = engine === 'postgres' ? 'explain ' : 'explain query plan '
  const runHot = async <R>({ sql: text }: { sql: string }, parameters: readonly unknown[]): Promise<R[]> => {
    const { rows } = await kysely.executeQuery<object>({
      ...(sql`select 1`.compile(kysely) as CompiledQuery<object>),
      sql: `${prefix}${text}`,
      parameters,
    })
    plan.push(...rows.map(row => String(Object.values(row).at(-1))))
    return []
  }
  const given = Object.fromEntries(new URLSearchParams(query))
  await createCartFinder({ engine, kysely, runHot }, Date.now)(readCartListQuery(given))
  return plan
}

function readsWholeTable(plan: string[]): boolean {
  return plan.length === 0 || plan.some(line => /Seq Scan on cart|^SCAN cart/.test(line))
}

const { values } = parseArgs({ options: { carts: { type: 'string', default: '1000000' } } })
await main(Number(values.carts))
