/**
 * Benchmark of the cart by size: a thousand times the carts and a hundred times the products, more lines, more campaigns; and the
 * time to start by number of products.
 * `node bench/scale.ts [--only sizes|lines|campaigns|start] [--base folder] [--seconds 3] [--rounds 5] [--carts 1000000]
 * [--products 100000]`; PostgreSQL from TEST_POSTGRES_URL, or left out. `--base` measures another built checkout with the same
 * schema in turn, by lines and campaigns.
 */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from '../src/db/database.ts'
import { engines } from '../test/support/database/engines.ts'
import { createFixture, type Fixture, type FixtureSize } from './cart/fixture.ts'
import { type Answers, type Kind, startGenerator } from './cart/generator.ts'
import { cpuMicrosOf, HERE, residentMegabytes, startProduct } from './cart/servers.ts'

const CONNECTIONS = 16
const SMALL: FixtureSize = { carts: 1_000, products: 1_000, lines: 3, campaigns: 5 }
const LINES = [1, 3, 10, 30, 100, 500]
const CAMPAIGNS = [0, 5, 50, 100, 200]

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    carts: { type: 'string', default: '1000000' },
    products: { type: 'string', default: '100000' },
    only: { type: 'string' },
    base: { type: 'string' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const LARGE = { ...SMALL, carts: Number(values.carts), products: Number(values.products) }

const checkouts = values.base === undefined ? [HERE] : [resolve(values.base), HERE]

interface Measurement extends Answers {
  cpuMicros: number
}

/** A server on a fixture. */
interface Served {
  measure: (kind: Kind) => Promise<Measurement>
  megabytes: () => number
  stop: () => Promise<void>
}

/** Starts a server on the fixture, and lets it fill its caches. */
async function serve(fixture: Fixture, checkout = HERE): Promise<Served> {
  const server = await startProduct(fixture.env, [], checkout)
  const generator = startGenerator(fixture.shoppers)
  const measure = async (kind: Kind): Promise<Measurement> => {
    const before = cpuMicrosOf(server)
    const answers = await generator.ask({ url: server.url, kind, connections: CONNECTIONS, seconds })
    return { ...answers, cpuMicros: (cpuMicrosOf(server) - before) / (answers.perSecond * seconds) }
  }
  await measure('read')
  return {
    measure,
    megabytes: () => residentMegabytes(server),
    stop: async () => {
      await generator.stop()
      await server.stop()
    },
  }
}

/** Measures small and large in turn, so that other load on the machine affects both. */
async function compareSizes(engine: Engine): Promise<object[]> {
  const sizes = [SMALL, LARGE]
  const fixtures: Fixture[] = []
  const served: Served[] = []
  try {
    for (const size of sizes) fixtures.push(await createFixture(engine, size))
    for (const fixture of fixtures) served.push(await serve(fixture))
    const answers = await inTurn(served, ['read'])
    return sizes.map(({ carts, products }, index) => ({
      engine,
      carts,
      products,
      'p50 ms': median(answers[index]?.read?.map(each => each.p50)),
      'p99 ms': median(answers[index]?.read?.map(each => each.p99)),
      'CPU µs': median(answers[index]?.read?.map(each => each.cpuMicros)),
      'memory MB': Math.round(served[index]?.megabytes() ?? 0),
    }))
  } finally {
    for (const each of served) await each.stop()
    for (const each of fixtures) await each.drop()
  }
}

type Rounds = Partial<Record<Kind, Measurement[]>>

/** Measures each server in each round. @returns the rounds of each server */
async function inTurn(served: Served[], kinds: Kind[]): Promise<Rounds[]> {
  const all: Rounds[] = served.map(() => ({}))
  for (const kind of kinds) {
    for (let n = 0; n < rounds; n++) {
      for (const [index, each] of served.entries()) {
        const own = all[index] ?? {}
        own[kind] = [...(own[kind] ?? []), await each.measure(kind)]
      }
    }
  }
  return all
}

/** Measures the processor time of a read and of an add for each size; per line, what it has more than the first size. */
async function growing(engine: Engine, sizes: FixtureSize[], kinds: Kind[]): Promise<object[]> {
  const first = new Map<string, number>()
  const rows = []
  for (const size of sizes) {
    const fixture = await createFixture(engine, size)
    const served: Served[] = []
    try {
      for (const checkout of checkouts) served.push(await serve(fixture, checkout))
      const answers = await inTurn(served, kinds)
      for (const kind of kinds) {
        const micros = answers.map(each => median(each[kind]?.map(({ cpuMicros }) => cpuMicros)))
        rows.push({
          engine,
          request: kind,
          lines: size.lines,
          campaigns: size.campaigns,
          ...columns(micros, 'CPU µs'),
          ...columns(
            micros.map((each, index) => {
              const least = first.get(`${kind} ${index}`) ?? each
              first.set(`${kind} ${index}`, least)
              const further = size.lines - (sizes[0]?.lines ?? 0)
              return further === 0 ? 0 : Math.round((100 * (each - least)) / further) / 100
            }),
            'µs per further line',
          ),
          'p50 ms': answers.map(each => median(each[kind]?.map(({ p50 }) => p50))).at(-1),
          'answer bytes': answers.at(-1)?.[kind]?.[0]?.bytes,
        })
      }
    } finally {
      for (const each of served) await each.stop()
      await fixture.drop()
    }
  }
  return rows
}

/** @returns the value of this checkout, and that of the base where there is one */
function columns(measured: number[], name: string): object {
  const [here, base] = measured.toReversed()
  return { ...(base !== undefined && { [`base ${name}`]: base }), [name]: here }
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

/** The tables, by the name that `--only` takes. */
const TABLES: Record<string, (engine: Engine) => Promise<object[]>> = {
  sizes: compareSizes,
  lines: engine =>
    growing(
      engine,
      LINES.map(lines => ({ ...SMALL, lines })),
      ['read', 'add'],
    ),
  campaigns: engine =>
    growing(
      engine,
      CAMPAIGNS.map(campaigns => ({ ...SMALL, campaigns })),
      ['read'],
    ),
  start: async engine => [await coldStart(engine, 10), await coldStart(engine, LARGE.products)],
}

for (const engine of engines) {
  for (const [name, measure] of Object.entries(TABLES)) {
    if (values.only === undefined || values.only === name) console.table(await measure(engine))
  }
}
