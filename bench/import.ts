/**
 * Benchmark of imports of 100,000 products, a third with two variants, from a shop file and from a Shopify export into
 * both engines: time, memory, and how long the embedded database refuses other writers.
 * `node bench/import.ts [products]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPostgres } from '../src/db/postgres/postgres.ts'
import { openSqlite } from '../src/db/sqlite/sqlite.ts'
import { importFiles } from '../src/import/import-files.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { endWithParent } from '../test/support/service/end-with-parent.ts'

interface Measurement {
  seconds: number
  peakMegabytes: number
  records: number
}

const things = [
  'gömlek',
  'çanta',
  'ayakkabı',
  'şapka',
  'kazak',
  'eşarp',
  'güneş gözlüğü',
  'yağmurluk',
  'çorap',
  'ceket',
]
const looks = ['Keten', 'İpek', 'Örgü', 'Yün', 'Pamuklu', 'Çizgili', 'Işıltılı', 'Uğurlu', 'Şık']

async function main(products: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sepet-bench-'))
  try {
    const files = { 'shop.json': shopFile(products), 'shopify.csv': shopifyExport(products) }
    const rows: Row[] = []
    for (const [name, lines] of Object.entries(files)) {
      const file = join(folder, name)
      await pipeline(Readable.from(lines), createWriteStream(file))
      rows.push(...(await measureSqlite(`${file}.sqlite`, file)))
      if (engines.includes('postgres')) rows.push(...(await measurePostgres(file)))
    }
    console.log(`${products} products, Node.js ${process.version}\n`)
    console.table(rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Row = Record<string, string | number>

const turns = ['first', 'again']

/** Imports the file twice into the embedded database, and measures the write lock. */
async function measureSqlite(path: string, file: string): Promise<Row[]> {
  const database = openSqlite(path)
  await migrate(database)
  await database.close()
  const rows: Row[] = []
  for (const turn of turns) {
    const lock = watchLock(path)
    const measured = await measure(path, file)
    const heldSeconds = ((await lock.stop()) / 1000).toFixed(2)
    rows.push({ engine: 'embedded', ...present(file, turn, measured), 'write lock held (s)': heldSeconds })
  }
  return rows
}

/** Imports the file twice into PostgreSQL. */
async function measurePostgres(file: string): Promise<Row[]> {
  const { env, drop } = await createDatabase('postgres')
  const url = String(env.DATABASE_URL)
  try {
    const database = openPostgres(url)
    await migrate(database)
    await database.close()
    const rows: Row[] = []
    for (const turn of turns) {
      rows.push({ engine: 'PostgreSQL', ...present(file, turn, await measure(url, file)) })
    }
    return rows
  } finally {
    await drop()
  }
}

function present(file: string, turn: string, { seconds, peakMegabytes, records }: Measurement): Row {
  const megabytes = (statSync(file).size / 1e6).toFixed(0)
  const measured = { records, 'time (s)': seconds.toFixed(1), 'peak memory (MB)': peakMegabytes.toFixed(0) }
  return { file: `${basename(file)}, ${megabytes} MB`, turn, ...measured }
}

/**
 * Requests the write lock repeatedly, as a busy server does.
 * @returns `stop`, which returns the longest time without the lock in milliseconds
 */
function watchLock(path: string): { stop: () => Promise<number> } {
  const handle = new DatabaseSync(path, { timeout: 0 })
  let [longest, lastFree, watching] = [0, performance.now(), true]
  const loop = (async () => {
    while (watching) {
      try {
        handle.exec('begin immediate; rollback')
        longest = Math.max(longest, performance.now() - lastFree)
        lastFree = performance.now()
      } catch {
        // The lock is held, so the time goes on.
      }
      await sleep(1)
    }
  })()
  return {
    stop: async () => {
      watching = false
      await loop
      handle.close()
      return longest
    },
  }
}

/** Imports the file in a child process, so that its peak memory does not include earlier imports. */
function measure(target: string, file: string): Promise<Measurement> {
  const child = endWithParent(fork(import.meta.filename, ['child', target, file]))
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as Measurement))
    child.once('exit', code => reject(new Error(`The import ended with status ${code}.`)))
  })
}

/** Runs an import and sends its measurements to the parent process. */
async function importInChild(target: string, file: string): Promise<void> {
  const database: Database = target.startsWith('postgres') ? openPostgres(target) : openSqlite(target)
  const start = performance.now()
  const { files } = await importFiles(database, [file], { now: Date.now(), randomId: randomUUID, vatRate: '0' })
  const seconds = (performance.now() - start) / 1000
  const records = files.flatMap(each => each.sections).reduce((sum, each) => sum + each.created + each.updated, 0)
  await database.close()
  process.send?.({ seconds, records, peakMegabytes: process.resourceUsage().maxRSS / 1024 } satisfies Measurement)
  process.disconnect?.()
}

/** Writes a shop file in pieces. */
function* shopFile(products: number): Generator<string> {
  yield '{"customerGroups":[{"id":1,"name":"Bayi"},{"id":2,"name":"Öğrenci"}],"products":[\n'
  for (let index = 0; index < products; index++) yield `${index === 0 ? '' : ',\n'}${JSON.stringify(product(index))}`
  yield '\n]}\n'
}

function product(index: number): object {
  const price = (10 + (index % 900) + (index % 100) / 100).toFixed(2)
  return {
    id: index + 1,
    name: `${looks[index % looks.length]} ${things[index % things.length]} ${index + 1}`,
    image: `/ürünler/${index + 1}.jpg`,
    price,
    vatRate: [1, 10, 20][index % 3],
    stock: index % 50,
    stockUnit: 'adet',
    ...(index % 10 === 0 && { discount: { type: 'percent', value: '15', startsAt: null, endsAt: null } }),
    ...(index % 5 === 0 && {
      groupPrices: [
        { customerGroupId: 1, price: '9.90' },
        { customerGroupId: 2, price: '9.50' },
      ],
    }),
    ...(index % 3 === 0 && {
      variants: ['Mavi / M', 'Kırmızı / L'].map((name, at) => ({
        id: index * 2 + at + 1,
        name,
        stock: index % 7,
        price: null,
      })),
    }),
  }
}

/** Writes a Shopify export in pieces; every third product has two variants. */
function* shopifyExport(products: number): Generator<string> {
  yield 'Handle,Title,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Variant Taxable\n'
  for (let index = 0; index < products; index++) {
    const name = `${looks[index % looks.length]} ${things[index % things.length]}`
    if (index % 3 > 0) yield `urun-${index},${name},true,Title,Default Title,${index % 50},19.90,true\n`
    else yield `urun-${index},${name},true,Renk,Mavi,5,19.90,true\nurun-${index},,,,Kırmızı,7,24.90,true\n`
  }
}

const [role, ...args] = process.argv.slice(2)
if (role === 'child') await importInChild(args[0] ?? '', args[1] ?? '')
else await main(Number(role ?? 100_000))
