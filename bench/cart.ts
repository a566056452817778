/**
 * Benchmark of the cart against two minimal servers (`cart/floor.ts`) and the cart without its service (`cart/bare.ts`):
 * reads and adds on both engines.
 * `node bench/cart.ts [--rounds 5] [--seconds 3] [--carts 50000] [--products 10000] [--lines 3] [--campaigns 5]`;
 * PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { parseArgs } from 'node:util'
import { engines } from '../test/support/database/engines.ts'
import { createFixture, type Fixture } from './cart/fixture.ts'
import { type Answers, type Generator, type Kind, startGenerator } from './cart/generator.ts'
import { cpuSeconds, residentMegabytes, type Server, startBare, startFloor, startProduct } from './cart/servers.ts'

const CONNECTIONS = 16
const KINDS: Kind[] = ['read', 'add']
/** The share of the highest rate at which latencies are measured. */
const CALM_SHARE = 0.7

/** How many rounds, and how long each is. */
interface Rounds {
  rounds: number
  seconds: number
}

/** The results of a round, with the cost of the server. */
interface Measurement extends Answers {
  /** Processor time of the server per response, in microseconds. */
  cpuMicros: number
}

type Row = Record<string, string | number>

/** Measures reads and adds on one engine. */
async function measure(fixture: Fixture, extent: Rounds): Promise<Row[]> {
  const generator = startGenerator(fixture.shoppers)
  const product = await startProduct(fixture.env)
  try {
    const rows: Row[] = []
    for (const kind of KINDS) rows.push(await compare(fixture, kind, { product, generator, extent }))
    return rows
  } finally {
    await product.stop()
    await generator.stop()
  }
}

/** Measures floors, bare cart and product in turn, so that other load on the machine affects all of them. */
async function compare(
  fixture: Fixture,
  kind: Kind,
  { product, generator, extent }: { product: Server; generator: Generator; extent: Rounds },
): Promise<Row> {
  // The warm-up also fills the product's cache of tokens.
  const { bytes } = await round(generator, product, kind, warmUpSeconds(extent))
  const bareFloor = await startFloor(fixture.env, 'bare', bytes)
  const floor = await startFloor(fixture.env, 'full', bytes)
  // Besides its statement, an add costs the same read, so the bare cart measures reads only.
  const bare = kind === 'read' ? await startBare(fixture.env) : undefined
  try {
    for (const each of [bareFloor, floor]) await round(generator, each, kind, extent.seconds)
    if (bare) await round(generator, bare, kind, warmUpSeconds(extent))
    const bareFloors: Measurement[] = []
    const floors: Measurement[] = []
    const bares: Measurement[] = []
    const products: Measurement[] = []
    for (let n = 0; n < extent.rounds; n++) {
      bareFloors.push(await round(generator, bareFloor, kind, extent.seconds))
      floors.push(await round(generator, floor, kind, extent.seconds))
      if (bare) bares.push(await round(generator, bare, kind, extent.seconds))
      products.push(await round(generator, product, kind, extent.seconds))
    }
    const megabytes = residentMegabytes(product)
    const calm = await atCalmShare(generator, product, { kind, extent, peak: perSecond(products) })
    const floorCalm = await atCalmShare(generator, floor, { kind, extent, peak: perSecond(floors) })
    return {
      engine: fixture.engine,
      request: kind,
      'bare floor/s': perSecond(bareFloors),
      'floor/s': perSecond(floors),
      ...(bare && { 'bare cart/s': perSecond(bares) }),
      'product/s': perSecond(products),
      'share of both %': [bareFloors, floors]
        .map(each => Math.round((100 * perSecond(products)) / perSecond(each)))
        .join(' '),
      'shares of rounds': products
        .map((each, n) => Math.round((100 * each.perSecond) / (floors[n]?.perSecond ?? 0)))
        .join(' '),
      'CPU µs': [bareFloors, floors, bares, products]
        .filter(({ length }) => length > 0)
        .map(rounds => Math.round(median(rounds, each => each.cpuMicros)))
        .join(' '),
      'p50, p99 ms': latencies(products),
      'p50, p99 at 70 %': latencies([calm]),
      'floor at 70 %': latencies([floorCalm]),
      'memory MB': Math.round(megabytes),
    }
  } finally {
    await bareFloor.stop()
    await floor.stop()
    await bare?.stop()
  }
}

/** @returns the median rate of the rounds */
function perSecond(rounds: Measurement[]): number {
  return Math.round(median(rounds, each => each.perSecond))
}

/** @returns the medians of p50 and p99 in milliseconds */
function latencies(rounds: Measurement[]): string {
  return `${rounded(median(rounds, each => each.p50))} ${rounded(median(rounds, each => each.p99))}`
}

/** Measures latencies below full load. @returns the round with the median p99 */
async function atCalmShare(
  generator: Generator,
  server: Server,
  { kind, extent, peak }: { kind: Kind; extent: Rounds; peak: number },
): Promise<Measurement> {
  const rounds: Measurement[] = []
  for (let n = 0; n < extent.rounds; n++) {
    rounds.push(await round(generator, server, kind, extent.seconds, peak * CALM_SHARE))
  }
  return rounds.sort((a, b) => a.p99 - b.p99)[Math.floor(rounds.length / 2)] as Measurement
}

/** Runs one round, at a fixed rate when `perSecond` is given. */
async function round(generator: Generator, server: Server, kind: Kind, seconds: number, perSecond?: number) {
  const before = cpuSeconds(server)
  const pace = perSecond === undefined ? {} : { perSecond }
  const answers = await generator.ask({ url: server.url, kind, connections: CONNECTIONS, seconds, ...pace })
  const cpuMicros = ((cpuSeconds(server) - before) * 1e6) / (answers.perSecond * seconds)
  return { ...answers, cpuMicros }
}

/** @returns the duration of a warm-up: as long as all measured rounds */
function warmUpSeconds({ rounds, seconds }: Rounds): number {
  return rounds * seconds
}

function median(measured: Measurement[], of: (each: Measurement) => number): number {
  return measured.map(of).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? Number.NaN
}

/** Rounds to hundredths of a millisecond. */
function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    carts: { type: 'string', default: '50000' },
    products: { type: 'string', default: '10000' },
    lines: { type: 'string', default: '3' },
    campaigns: { type: 'string', default: '5' },
  },
})
const { rounds, seconds, carts, products, lines, campaigns } = values
const size = {
  products: Number(products),
  carts: Number(carts),
  lines: Number(lines),
  campaigns: Number(campaigns),
}
const rows: Row[] = []
for (const engine of engines) {
  const fixture = await createFixture(engine, size)
  rows.push(...(await measure(fixture, { rounds: Number(rounds), seconds: Number(seconds) }).finally(fixture.drop)))
}
console.log(
  `${carts} carts of ${lines} lines, ${products} products, ${campaigns} campaigns, ${CONNECTIONS} connections`,
)
console.table(rows)
