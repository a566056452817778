/**
 * Benchmark of an import over HTTP: a file of 64 MB, sent to a server of each engine. Measures the time, the peak memory of the server
 * and of the process that imports, and how long a shopper's read of the cart takes meanwhile.
 * `node bench/http-import.ts [--customers | --tiny-products | --coupons] [megabytes]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { IMPORTS, STOREFRONT } from '../src/api-paths.ts'
import type { Engine } from '../src/db/database.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { runSepet, type ServingProcess, serveProcess } from '../test/support/service/process.ts'

const MEGABYTE = 1_048_576

/** A file to send: its records in pieces, without end. */
interface File {
  type: 'application/json' | 'text/csv'
  head: string
  record: (id: number) => string
  separator: string
  tail: string
}

const shopFile = (section: string, record: (id: number) => object): File => ({
  type: 'application/json',
  head: `{"${section}":[\n`,
  record: id => JSON.stringify(record(id)),
  separator: ',\n',
  tail: '\n]}\n',
})

/** The email of a customer: emails in the order of ids have no order themselves. */
const emailOf = (id: number) => `${(Math.imul(id, 2_654_435_761) >>> 0).toString(36)}@example.com`

const files = {
  products: shopFile('products', product),
  customers: {
    type: 'text/csv',
    head: 'id,email\n',
    record: id => `${id},${emailOf(id)}`,
    separator: '\n',
    tail: '\n',
  },
  'tiny-products': shopFile('products', id => ({ id, name: 'a', price: '1' })),
  coupons: shopFile('coupons', id => ({ code: `K${id}`, discountType: 'fixed', value: '5' })),
} satisfies Record<string, File>

async function measure(engine: Engine, file: File, bytes: number): Promise<Record<string, string | number>> {
  const { env, drop } = await createDatabase(engine)
  await runSepet(['migrate'], env)
  const serving = await serveProcess({ ...env, LOG_LEVEL: 'silent', CART_RATE_LIMIT: '0' })
  const mint = async (...args: string[]) => (await runSepet(['token', ...args], env)).stdout.trim()
  const [admin, guest] = [await mint('admin', '--scope', 'catalogue:write'), await mint('guest')]
  const before = peakMb(serving.child.pid)
  let isRunning = true
  const importing = importOver(serving, admin, file, bytes).finally(() => {
    isRunning = false
  })
  const reads: number[] = []
  let childMb = 0
  while (isRunning) {
    const start = performance.now()
    const answer = await fetch(`${serving.url}${STOREFRONT}/cart`, { headers: { Authorization: `Bearer ${guest}` } })
    await answer.arrayBuffer()
    reads.push(performance.now() - start)
    childMb = Math.max(childMb, ...childrenOf(serving.child.pid).map(peakMb))
    await sleep(50)
  }
  const { seconds, records } = await importing
  const serverMb = peakMb(serving.child.pid)
  await serving.kill('SIGTERM')
  await drop()
  const sorted = reads.toSorted((a, b) => a - b)
  return {
    engine,
    records,
    'time (s)': seconds.toFixed(1),
    'server before (MB)': before.toFixed(0),
    'server (MB)': serverMb.toFixed(0),
    'import process (MB)': childMb.toFixed(0),
    'read, median (ms)': (sorted[sorted.length >> 1] ?? 0).toFixed(1),
    'read, slowest (ms)': (sorted.at(-1) ?? 0).toFixed(0),
  }
}

/** Sends the file in pieces, with `node:http`: `fetch` gives an answer up after 300 s. */
async function importOver({ url }: ServingProcess, token: string, file: File, bytes: number) {
  const start = performance.now()
  const sent = request(url + IMPORTS, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': file.type },
  })
  const [[answer]] = await Promise.all([
    once(sent, 'response') as Promise<[IncomingMessage]>,
    pipeline(Readable.from(contentOf(file, bytes)), sent),
  ])
  const content = await text(answer)
  if (answer.statusCode !== 200) throw new Error(content)
  const { data } = JSON.parse(content) as { data: { files: { sections: { created: number }[] }[] } }
  return { seconds: (performance.now() - start) / 1_000, records: data.files[0]?.sections[0]?.created ?? 0 }
}

/** Writes records in pieces of some 64 KB until the file has a size. */
function* contentOf({ head, record, separator, tail }: File, bytes: number): Generator<Buffer> {
  let piece = head
  for (let id = 1, written = 0; written + piece.length < bytes - 500; id++) {
    piece += `${id === 1 ? '' : separator}${record(id)}`
    if (piece.length < 65_536) continue
    const sent = Buffer.from(piece)
    written += sent.length
    piece = ''
    yield sent
  }
  yield Buffer.from(piece + tail)
}

/** A product of an ordinary shop; every third has two variants. */
function product(id: number): object {
  const variants = [1, 2].map(n => ({ id: 3 * id + n, name: `Beden ${n}`, stock: id % 7 }))
  return {
    id,
    name: `Keten gömlek ${id}`,
    image: `/p/${id}.jpg`,
    price: '199.90',
    vatRate: 20,
    stock: id % 50,
    stockUnit: 'adet',
    ...(id % 3 === 0 && { variants }),
  }
}

function childrenOf(pid: number | undefined): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

/** Largest resident memory of a process in MB; 0 when the process has ended. */
function peakMb(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const names = Object.keys(files) as (keyof typeof files)[]
const { values, positionals } = parseArgs({
  options: Object.fromEntries(names.map(name => [name, { type: 'boolean' } as const])),
  allowPositionals: true,
})
const kind = names.find(name => values[name]) ?? 'products'
const megabytes = Number(positionals[0] ?? 64)
console.log(`${megabytes} MB of ${kind} over HTTP, Node.js ${process.version}\n`)
for (const engine of engines) console.table([await measure(engine, files[kind], megabytes * MEGABYTE)])
