/**
 * Benchmark of the search of shopping agents over many products on both engines, through the running application; and of the index of names:
 * what it adds to imports, and the time of the migration that fills it.
 * `node bench/ucp.ts [--products 100000] [--runs 41]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UCP_REST } from '../src/api-paths.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { up as createNames } from '../src/db/migrations/0028-product-names.ts'
import { openDatabase } from '../src/db/open.ts'
import { importFiles } from '../src/import/import-files.ts'
import { encodeKey } from '../src/schema/keyset.ts'
import { start } from '../src/service.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { listing, startPlatform } from '../test/support/ucp/platform.ts'

const KINDS = 'gömlek kazak pantolon etek elbise şort tişört bluz hırka atkı ceket mont'.split(' ')
const COLOURS = 'mavi yeşil kırmızı siyah beyaz lacivert bordo haki'.split(' ')
const FABRICS = 'keten yün pamuk ipek kadife triko saten denim'.split(' ')
/** A name in which no word of the searches is. */
const OTHER = 'zımba'

interface Report {
  engine: string
  /** Fastest, median and 95th percentile milliseconds, and products of the first page. */
  searches: Record<string, { times: [number, number, number]; found: number }>
  seconds: Record<string, number>
  megabytes: number
}

async function main(products: number, runs: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  const file = join(folder, 'shop.json')
  const reports: Report[] = []
  try {
    await writeShop(file, products)
    for (const engine of engines) {
      const { env, drop } = await createDatabase(engine)
      reports.push(await measure(env, { file, products, runs }).finally(drop))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  console.log(
    `${products} products, Node.js ${process.version}, fastest, median and 95th percentile of ${runs} requests in ms`,
  )
  for (const { engine, searches, seconds, megabytes } of reports) {
    console.log(`\n${engine}`)
    console.table(
      Object.entries(searches).map(([search, { times, found }]) => ({
        search,
        milliseconds: times.map(each => each.toFixed(1)).join(', '),
        found,
      })),
    )
    for (const [what, each] of Object.entries(seconds)) console.log(`${what}: ${each.toFixed(1)} s`)
    console.log(`memory that the searches added: ${megabytes.toFixed(0)} MB`)
  }
}

/** Every tenth product is withdrawn, every fifth has three variants, and every fourth a discount. Prices are from 10 to 1009.90. */
async function writeShop(file: string, products: number): Promise<void> {
  const out = createWriteStream(file)
  out.write('{"products":[')
  for (let id = 1; id <= products; id++) {
    const price = (10 + ((id * 7919) % 10_000) / 10).toFixed(2)
    const product = {
      id,
      name: nameOf(id, products),
      price,
      vatRate: 20,
      stock: id % 7,
      onSale: id % 10 !== 0,
      ...(id % 4 === 0 && { discount: { type: 'percent', value: '10' } }),
      variants: id % 5 === 0 ? [1, 2, 3].map(n => ({ id: n, name: `Beden ${n}`, stock: n - 1 })) : [],
    }
    if (!out.write(`${id > 1 ? ',' : ''}${JSON.stringify(product)}`)) await once(out, 'drain')
  }
  out.end(']}')
  await once(out, 'close')
}

function nameOf(id: number, products: number): string {
  if (id === products - 3) return `${OTHER} Özel seri`
  const word = (list: string[], step: number) => list[Math.floor(id / step) % list.length]
  return `${word(COLOURS, 1)} ${word(FABRICS, 8)} ${word(KINDS, 64)} Model ${id}`
}

async function measure(
  env: NodeJS.ProcessEnv,
  { file, products, runs }: { file: string; products: number; runs: number },
): Promise<Report> {
  const platform = await startPlatform()
  const unlimited = { UCP_RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0' }
  const config = readConfig({ ...env, ...listing(platform), ...unlimited, PORT: '0', LOG_LEVEL: 'silent' })
  const seconds = await fill(config, file)
  const service = await start(config, { migrate: true })
  try {
    const search = (body: object) => post(`${service.address}${UCP_REST}/catalog/search`, body, platform.agent)
    const searches: Report['searches'] = {}
    const before = memory()
    for (const [name, body] of Object.entries(searchesIn(products))) {
      const found = await search(body) // Warms up.
      searches[name] = { times: await timesOf(() => search(body), runs), found }
    }
    return { engine: service.database.engine, searches, seconds, megabytes: memory() - before }
  } finally {
    await service.stop()
    await platform.stop()
  }
}

/** Imports the shop, as the command line does. @returns seconds by what they were taken for */
async function fill(config: Config, file: string): Promise<Report['seconds']> {
  const database = openDatabase(config)
  try {
    await migrate(database)
    const importShop = () => importFiles(database, [file], { now: Date.now(), randomId: () => crypto.randomUUID() })
    return {
      'import into an empty shop': await secondsOf(importShop),
      'import without a change': await secondsOf(importShop),
      'migration of these products': await secondsOf(() => migrateAgain(database)),
    }
  } finally {
    await database.close()
  }
}

/** Runs the migration once more, on the products that there are. */
async function migrateAgain({ engine, kysely }: Database): Promise<void> {
  await kysely.schema.dropTable('product_names').execute()
  await kysely.schema.dropTable('product_name_grams').ifExists().execute()
  await kysely.transaction().execute(transaction => createNames(transaction as never, engine))
}

/** Searches of which many, few or no products are found, at the beginning and in the middle of the catalogue. */
function searchesIn(products: number): Record<string, object> {
  const middle = { cursor: encodeKey([products / 2]) }
  return {
    'three words': { query: 'Gömlek YÜN mavi' },
    'three words, 50 from the middle': { query: 'gömlek yün mavi', pagination: { ...middle, limit: 50 } },
    'a word of every name': { query: 'model' },
    'a word of one in 12, from the middle': { query: 'gömlek', pagination: middle },
    'a part of words': { query: 'ömle' },
    'a word of one name, near the end': { query: OTHER },
    'a number of few names': { query: String(products - 1) },
    'a word of no name': { query: 'dolmakalem' },
    'two words that are in no name together': { query: `${OTHER} gömlek` },
    'two letters of many names': { query: 'yü' },
    'two letters of no name': { query: 'xq' },
    'a word and a range of prices': { query: 'elbise', filters: { price: { min: 20_000, max: 25_000 } } },
    'a range of prices': { filters: { price: { min: 20_000, max: 21_000 } } },
    'a range of prices that no product has': { filters: { price: { min: 900_000 } } },
  }
}

async function post(url: string, body: object, agent: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'UCP-Agent': agent }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return (JSON.parse(text) as { products: unknown[] }).products.length
}

async function timesOf(action: () => Promise<unknown>, runs: number): Promise<[number, number, number]> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push((await secondsOf(action)) * 1_000)
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(Math.floor(runs * share), runs - 1)] ?? 0
  return [at(0), at(0.5), at(0.95)]
}

async function secondsOf(action: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await action()
  return (performance.now() - from) / 1_000
}

function memory(): number {
  return process.memoryUsage.rss() / 2 ** 20
}

const { values } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, runs: { type: 'string', default: '41' } },
})
await main(Number(values.products), Number(values.runs))
