/**
 * Benchmark of the admin customer API over a large list on both engines, through the running application. Fails when a
 * page of the list reads the whole table.
 * `node bench/customers.ts [--count 1000000]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { type KyselyPlugin, type QueryResult, RawNode, sql, type UnknownRow } from 'kysely'
import { CUSTOMERS } from '../src/api-paths.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import { createCustomerList } from '../src/customers/customer-list.store.ts'
import { type CustomerQuery, readCustomerQuery } from '../src/customers/customer-query.ts'

import type { Database, Engine } from '../src/db/database.ts'
import { start } from '../src/service.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'

const RUNS = 15
const GROUPS = 20
const given = [
  'Ayşe',
  'Çiğdem',
  'Zeynep',
  'İpek',
  'Ömer',
  'Mehmet',
  'Ahmet',
  'Elif',
  'Şule',
  'Bora',
  'Işıl',
  'Umut',
  'Can',
]
const family = ['Yılmaz', 'Kaya', 'Demir', 'Şahin', 'Çelik', 'Öztürk', 'Aydın', 'Arslan', 'Doğan', 'Koç', 'Uğur']

/** Sends a request to the customer API. @throws Error when it is refused */
type Call = (method: string, path: string, body?: unknown) => Promise<unknown>
/** Median milliseconds by request. */
type Timings = Record<string, number>
type Report = { engine: Engine; timings: Timings; plans: Plan[] }

/** The query plans of a list's page and of its total. */
interface Plan {
  engine: Engine
  list: string
  query: CustomerQuery
  page: string[]
  total: string[]
}

async function main(count: number): Promise<void> {
  const reports: Report[] = []
  for (const engine of engines) {
    const { env, drop } = await createDatabase(engine)
    reports.push(await measure(env, count).finally(drop))
  }
  console.log(`${count} customers, Node.js ${process.version}, median milliseconds of ${RUNS} requests\n`)
  console.table(sideBySide(reports))
  const plans = reports.flatMap(each => each.plans)
  console.log(plans.map(presentPlan).join('\n'))
  const bad = plans.filter(readsWholeTable)
  for (const { engine, list } of bad) console.error(`\nThis list reads the whole table on ${engine}: ${list}`)
  if (bad.length > 0) process.exitCode = 1
}

/** Starts the application on a filled database and measures all requests. */
async function measure(env: NodeJS.ProcessEnv, count: number): Promise<Report> {
  const config = readConfig({ ...env, PORT: '0', LOG_LEVEL: 'silent' })
  const service = await start(config, { migrate: true, prepare: database => fill(database, count) })
  try {
    const token = await mintToken(config, 'admin', { ttlSeconds: 3600 })
    const call = caller(`${service.address}${CUSTOMERS}`, token)
    const one = (await call('GET', `/${Math.ceil(count / 2)}`)) as { data: { email: string } }
    const lists = listsOf(count, one.data.email)
    const plans = await explainAll(service.database, lists)
    await timeLists(call, lists) // Warms up.
    const timings = { ...(await timeLists(call, lists)), ...(await timeOthers(call, count)) }
    return { engine: service.database.engine, timings, plans }
  } finally {
    await service.stop()
  }
}

/**
 * Inserts customers: scattered emails, names shared by many, a thousand created per minute, all updated at the same
 * time.
 */
async function fill({ engine, kysely }: Database, count: number): Promise<void> {
  const groups = Array.from({ length: GROUPS }, (_, index) => sql`(${index + 1}, ${`Grup ${index + 1}`}, 0)`)
  await sql`insert into customer_groups (id, name, free_cargo) values ${sql.join(groups)}`.execute(kysely)
  await sql`
    insert into customers (email, name, surname, customer_group_id, mobile_phone, country_code, city_code, address, status, dealer,
      free_cargo, email_notification, sms_notification, phone_call_notification, created_at, updated_at)
    with recursive numbers(n) as (select cast(1 as bigint) union all select n + 1 from numbers where n < ${sql.lit(count)}),
      scattered as (select n, n * 48271 % 2147483647 as k from numbers),
      given(g, name) as (values ${tuples(given)}),
      family(f, surname) as (values ${tuples(family)})
    select 'musteri.' || k || '.' || n || '@example.com', case when n % 50 > 0 then name end,
      case when n % 70 > 0 then surname end, case when n % 1000 = 19 then ${sql.lit(GROUPS)} when n % 20 < 19 then n % 20 + 1 end,
      '+90532' || n, 'TR', '34', 'Atatürk Caddesi ' || n % 300, 'active', 0, 0, n % 2, 0, 0,
      1750000000000 + n / 1000 * 60000, 1780000000000
    from scattered join given on g = k % ${sql.lit(given.length)} join family on f = k % ${sql.lit(family.length)}
    order by n`.execute(kysely)
  await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(kysely)
}

/** @returns the texts with their indexes as SQL row values */
function tuples(texts: string[]) {
  return sql.join(texts.map((text, index) => sql`(${sql.lit(index)}, ${sql.lit(text)})`))
}

function caller(address: string, token: string): Call {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return async (method, path, body) => {
    const response = await fetch(`${address}${path}`, { method, headers, body: JSON.stringify(body) ?? null })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** The queries of the measured lists, by title. */
function listsOf(count: number, email: string): Record<string, string> {
  const last = Math.ceil(count / 25)
  return {
    'first page': '',
    '100 with their groups': '?limit=100&include=group',
    'newest first': '?sort=-createdAt',
    'last changed first, all changed at one moment': '?sort=-updatedAt',
    'by name': '?sort=name',
    'by surname, descending': '?sort=-surname',
    'by email': '?sort=email',
    'one email': `?filter[email]=${encodeURIComponent(email)}`,
    'one group': '?filter[customerGroupId]=3',
    'three ids': `?filter[id]=1,${Math.ceil(count / 2)},${count}`,
    'last page': `?page=${last}`,
    'last page by email': `?page=${last}&sort=email`,
  }
}

/** Measures lists whose total is cached: the first request of each list, which counts, is not measured. */
async function timeLists(call: Call, lists: Record<string, string>): Promise<Timings> {
  const timings: Timings = {}
  for (const [name, query] of Object.entries(lists)) {
    await call('GET', query)
    timings[name] = await median(() => call('GET', query))
  }
  return timings
}

/** Measures requests other than lists, and lists whose total must be counted again. */
async function timeOthers(call: Call, count: number): Promise<Timings> {
  const middle = `/${Math.ceil(count / 2)}`
  const change = () => call('PUT', middle, { company: randomUUID() })
  const created: unknown[] = []
  const create = async () => created.push(await call('POST', '', newCustomer()))
  const remove = () => call('DELETE', `/${(created.pop() as { data: { id: number } }).data.id}`)
  return {
    'first page after a write': await median(() => call('GET', ''), change),
    'one group after a write': await median(() => call('GET', '?filter[customerGroupId]=3'), change),
    'read one': await median(() => call('GET', middle)),
    'create one': await median(create),
    'create 100': await median(() => call('POST', '', Array.from({ length: 100 }, newCustomer))),
    'update one': await median(change),
    'delete one': await median(remove),
  }
}

function newCustomer(): object {
  return { email: `${randomUUID()}@example.com`, name: 'Yeni', surname: 'Müşteri', customerGroupId: 3 }
}

/** @returns the median duration of `work` in milliseconds; `before` runs before each `work` and is not measured */
async function median(work: () => Promise<unknown>, before?: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    await before?.()
    const from = performance.now()
    await work()
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
}

/** @returns the query plans of all lists, from the statements of the application */
async function explainAll({ engine, kysely }: Database, lists: Record<string, string>): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const [list, text] of Object.entries(lists)) {
    const query = readCustomerQuery(Object.fromEntries(new URLSearchParams(text)))
    const explained: string[][] = []
    await createCustomerList({ engine, kysely: kysely.withPlugin(explaining(engine, explained)) })(query)
    const [page, total] = explained
    if (!page || !total) throw new Error('The list is read by other statements than those that are explained here.')
    plans.push({ engine, list, query, page, total })
  }
  return plans
}

/** Explains every statement on customers with its own parameters instead of running it. */
function explaining(engine: Engine, plans: string[][]): KyselyPlugin {
  const explain = engine === 'postgres' ? 'explain ' : 'explain query plan '
  const asked = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      if (!RawNode.is(node) || !node.sqlFragments.join().includes('customers c')) return node
      asked.add(queryId)
      const [first, ...rest] = node.sqlFragments
      return { ...node, sqlFragments: [`${explain}${first}`, ...rest] }
    },
    async transformResult({ result, queryId }): Promise<QueryResult<UnknownRow>> {
      if (!asked.has(queryId)) return result
      plans.push(result.rows.map(row => String(Object.values(row).at(-1))))
      return { rows: [] }
    },
  }
}

/** SQLite's table is its own primary key: an unfiltered page by id scans it up to the end of the page. */
function readsWholeTable({ engine, query, page }: Plan): boolean {
  if (engine === 'postgres') return page.some(line => /Seq Scan on customers /.test(line))
  const [found = '', ...looked] = page.filter(line => /^(SCAN|SEARCH) c\b/.test(line))
  const isFiltered = Object.keys(query.filters).length > 0
  const scanned = isFiltered ? found.startsWith('SCAN c') : found === 'SCAN c' && query.sort.length > 0
  return scanned || looked.some(line => line.startsWith('SCAN c'))
}

/** @returns one row per request with a column for each engine */
function sideBySide(reports: Report[]): object[] {
  const names = Object.keys(reports[0]?.timings ?? {})
  return names.map(name => ({
    request: name,
    ...Object.fromEntries(reports.map(({ engine, timings }) => [engine, Number(timings[name]?.toFixed(1))])),
  }))
}

/** @returns the lines of the plan about finding, sorting and counting customers */
function presentPlan({ engine, list, page, total }: Plan): string {
  const [found, counted] = [page, total].map(lines =>
    lines
      .filter(line => / customers |^\S+ c\b|Sort|B-TREE/.test(line))
      .map(line => line.replace(/^[\s>-]+|\s+\(cost.*/g, '')),
  )
  return `\n${engine}, ${list}\n  page:  ${found?.join('; ')}\n  total: ${counted?.join('; ')}`
}

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000000' } } })
await main(Number(values.count))
