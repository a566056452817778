/**
 * Benchmark of an import over HTTP: a shop file of 64 MB, sent to a server of each engine. Measures the time, the peak memory of the
 * server and of the process that imports, and how long a shopper's read of the cart takes meanwhile.
 * `node bench/http-import.ts [megabytes]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { IMPORTS, STOREFRONT } from '../src/api-paths.ts'
import type { Engine } from '../src/db/database.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { runSepet, type ServingProcess, serveProcess } from '../test/support/service/process.ts'

const MEGABYTE = 1_048_576

async function measure(engine: Engine, megabytes: number): Promise<Record<string, string | number>> {
  const { env, drop } = await createDatabase(engine)
  await runSepet(['migrate'], env)
  const serving = await serveProcess({ ...env, LOG_LEVEL: 'silent', CART_RATE_LIMIT: '0' })
  const mint = async (...args: string[]) => (await runSepet(['token', ...args], env)).stdout.trim()
  const [admin, guest] = [await mint('admin', '--scope', 'catalogue:write'), await mint('guest')]
  const before = peakMb(serving.child.pid)
  let isRunning = true
  const importing = importOver(serving, admin, megabytes).finally(() => {
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
  const { seconds, products } = await importing
  const serverMb = peakMb(serving.child.pid)
  await serving.kill('SIGTERM')
  await drop()
  const sorted = reads.toSorted((a, b) => a - b)
  return {
    engine,
    products,
    'time (s)': seconds.toFixed(1),
    'server before (MB)': before.toFixed(0),
    'server (MB)': serverMb.toFixed(0),
    'import process (MB)': childMb.toFixed(0),
    'read, median (ms)': (sorted[sorted.length >> 1] ?? 0).toFixed(1),
    'read, slowest (ms)': (sorted.at(-1) ?? 0).toFixed(0),
  }
}

/** Sends the shop file in pieces. */
async function importOver({ url }: ServingProcess, token: string, megabytes: number) {
  const start = performance.now()
  const answer = await fetch(url + IMPORTS, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: Readable.toWeb(Readable.from(shopFile(megabytes * MEGABYTE))) as ReadableStream,
    duplex: 'half',
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(text)
  const { files } = (JSON.parse(text) as { data: { files: { sections: { section: string; created: number }[] }[] } })
    .data
  const products = files[0]?.sections.find(({ section }) => section === 'products')?.created ?? 0
  return { seconds: (performance.now() - start) / 1_000, products }
}

/** Writes products until the file has a size; every third has two variants. */
function* shopFile(bytes: number): Generator<Buffer> {
  yield Buffer.from('{"products":[\n')
  for (let id = 1, written = 20; written < bytes - 500; id++) {
    const variants = [1, 2].map(n => ({ id: 3 * id + n, name: `Beden ${n}`, stock: id % 7 }))
    const more = id % 3 === 0 ? { variants } : {}
    const product = {
      id,
      name: `Keten gömlek ${id}`,
      image: `/p/${id}.jpg`,
      price: '199.90',
      vatRate: 20,
      stock: id % 50,
    }
    const text = Buffer.from(`${id === 1 ? '' : ',\n'}${JSON.stringify({ ...product, stockUnit: 'adet', ...more })}`)
    written += text.length
    yield text
  }
  yield Buffer.from('\n]}\n')
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

const megabytes = Number(process.argv[2] ?? 64)
const rows: Record<string, string | number>[] = []
for (const engine of engines) rows.push(await measure(engine, megabytes))
console.log(`A shop file of ${megabytes} MB over HTTP, Node.js ${process.version}\n`)
console.table(rows)
