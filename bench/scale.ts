/**
 * Benchmark of reads of the cart by size: a thousand times the carts and a hundred times the products, more lines, more
 * campaigns; and the time to start by number of products.
 * `node bench/scale.ts [--seconds 3] [--rounds 5] [--carts 1000000] [--products 100000]`; PostgreSQL from
 * TEST_POSTGRES_URL, or left out.
 */

import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { engines } from '../test/support/database/engines.ts'
import { createFixture, type Fixture, type FixtureSize } from './cart/fixture.ts'
import { type Answers, startGenerator } from './cart/generator.ts'
import { cpuSeconds, residentMegabytes, startProduct } from './cart/servers.ts'

const CONNECTIONS = 16
const SMALL: FixtureSize = { carts: 1_000, products: 1_000, lines: 3, campaigns: 5 }
const LINES = [1, 3, 10, 30, 100]
const CAMPAIGNS = [0, 5, 50, 100, 200]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    carts: { type: 'string', default: '1000000' },
    products: { type: 'string', default: '100000' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const LARGE = { ...SMALL, carts: Number(values.carts), products: Number(values.products) }

interface Measurement extends Answers {
  cpuMicros: number
}

/** Starts a server on the fixture. @returns how to measure and stop it */
async function serve(fixture: Fixture) {
  const server = await startProduct(fixture.env)
  const generator = startGenerator(fixture.shoppers)
  const read = async (): Promise<Measurement> => {
    const before = cpuSeconds(server)
    const answers = await generator.ask({ url: server.url, kind: 'read', connections: CONNECTIONS, seconds })
    return { ...answers, cpuMicros: ((cpuSeconds(server) - before) * 1e6) / (answers.perSecond * seconds) }
  }
  await read()
  return {
    read,
    megabytes: () => residentMegabytes(server),
    stop: async () => {
      await generator.stop()
      await server.stop()
      await fixture.drop()
    },
  }
}

/** Measures small and large in turn, so that other load on the machine affects both. */
async function compareSizes(engine: Engine): Promise<object[]> {
  const sizes = [SMALL, LARGE]
  const served: Awaited<ReturnType<typeof serve>>[] = []
  try {
    for (const size of sizes) served.push(await serve(await createFixture(engine, size)))
    const answers = served.map(() => [] as Measurement[])
    for (let n = 0; n < rounds; n++) {
      for (const [index, { read }] of served.entries()) answers[index]?.push(await read())
    }
    return sizes.map(({ carts, products }, index) => ({
      engine,
      carts,
      products,
      'p50 ms': median(answers[index]?.map(each => each.p50)),
      'p99 ms': median(answers[index]?.map(each => each.p99)),
      'CPU µs': median(answers[index]?.map(each => each.cpuMicros)),
      'memory MB': Math.round(served[index]?.megabytes() ?? 0),
    }))
  } finally {
    for (const each of served) await each.stop()
  }
}

/** Measures the processor time of a read for each size. */
async function growing(engine: Engine, sizes: FixtureSize[]): Promise<object[]> {
  const rows = []
  for (const size of sizes) {
    const served = await serve(await createFixture(engine, size))
    try {
      const answers = []
      for (let n = 0; n < rounds; n++) answers.push(await served.read())
      rows.push({
        engine,
        lines: size.lines,
        campaigns: size.campaigns,
        'CPU µs': median(answers.map(each => each.cpuMicros)),
        'p50 ms': median(answers.map(each => each.p50)),
        'answer bytes': answers[0]?.bytes,
      })
    } finally {
      await served.stop()
    }
  }
  return rows
}

/** Measures the time from the start of the process to its first response, the cart of one shopper. */
async function coldStart(engine: Engine, products: number): Promise<object> {
  const fixture = await createFixture(engine, { ...SMALL, products })
  const times = []
  let megabytes = 0
  try {
    for (let n = 0; n < rounds; n++) {
      const from = performance.now()
      const server = await startProduct(fixture.env)
      const answer = await fetch(`${server.url}/api/v3/storefront/2026-01/cart`, {
        headers: { Authorization: `Bearer ${fixture.shoppers[0]?.token}` },
      })
      await answer.text()
      times.push(performance.now() - from)
      megabytes = residentMegabytes(server)
      await server.stop()
      if (!answer.ok) throw new Error(`The first answer was ${answer.status}.`)
    }
  } finally {
    await fixture.drop()
  }
  return { engine, products, 'first answer ms': median(times), 'memory MB': Math.round(megabytes) }
}

function median(numbers: number[] = []): number {
  const middle = [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
  return Math.round(middle * 100) / 100
}

for (const engine of engines) {
  console.table(await compareSizes(engine))
  console.table(
    await growing(
      engine,
      LINES.map(lines => ({ ...SMALL, lines })),
    ),
  )
  console.table(
    await growing(
      engine,
      CAMPAIGNS.map(campaigns => ({ ...SMALL, campaigns })),
    ),
  )
  console.table([await coldStart(engine, 10), await coldStart(engine, LARGE.products)])
}
