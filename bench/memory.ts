/**
 * Benchmark of the memory of a server: after the start, and after reads by 50,000 and by 100,000 shoppers; with the heap that `sepet serve`
 * sets, and with other options of Node.js. Then it compares the processor time of a read, in turn.
 * `node bench/memory.ts [--engine sqlite] [--rounds 9] [--options '--max-semi-space-size=16']`, where `|` separates several options;
 * PostgreSQL from TEST_POSTGRES_URL.
 */

import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { createFixture } from './cart/fixture.ts'
import { type Generator, startGenerator } from './cart/generator.ts'
import { cpuSeconds, peakMegabytes, residentMegabytes, type Server, startProduct } from './cart/servers.ts'

const SHOPPERS = 100_000
const CONNECTIONS = 16
const SECONDS = 4

/** A server that runs with some options of Node.js. */
interface Measurement {
  options: string
  server: Server
  /** Resident megabytes after the start, and after half of the shoppers and all. */
  megabytes: number[]
  cpuMicros: number[]
}

/** Reads carts for some seconds. @returns the number of reads */
async function read(generator: Generator, { url }: Server): Promise<number> {
  const { perSecond } = await generator.ask({ url, kind: 'read', connections: CONNECTIONS, seconds: SECONDS })
  return perSecond * SECONDS
}

/** Starts a server and reads the cart of each shopper once. */
async function fill(generator: Generator, env: NodeJS.ProcessEnv, options: string): Promise<Measurement> {
  process.env.BENCH_NODE_OPTIONS = options
  const server = await startProduct(env)
  const megabytes = [residentMegabytes(server)]
  let reads = 0
  for (const shoppers of [SHOPPERS / 2, SHOPPERS]) {
    while (reads < shoppers) reads += await read(generator, server)
    megabytes.push(residentMegabytes(server))
  }
  return { options, server, megabytes, cpuMicros: [] }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '9' },
    options: { type: 'string', default: '--max-semi-space-size=16' },
  },
})
const size = { carts: SHOPPERS, maxShoppers: SHOPPERS, products: 10_000, lines: 3, campaigns: 5 }
const { env, shoppers, drop } = await createFixture(values.engine as Engine, size)
const generator = startGenerator(shoppers)
const all: Measurement[] = []
try {
  for (const options of ['', ...values.options.split('|')]) all.push(await fill(generator, env, options))
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { server, cpuMicros } of all) {
      const before = cpuSeconds(server)
      const reads = await read(generator, server)
      cpuMicros.push(((cpuSeconds(server) - before) * 1e6) / reads)
    }
  }
  console.table(
    all.map(({ options, server, megabytes, cpuMicros }) => ({
      options,
      'start, 50,000, 100,000 shoppers (MB)': megabytes.map(Math.round).join(', '),
      'largest (MB)': Math.round(peakMegabytes(server)),
      'CPU of a read, median and least (µs)': `${Math.round(median(cpuMicros))}, ${Math.round(Math.min(...cpuMicros))}`,
    })),
  )
} finally {
  for (const { server } of all) await server.stop()
  await generator.stop()
  await drop()
}
