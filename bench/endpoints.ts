/**
 * Benchmark of every endpoint of the cart: the processor time of this checkout beside that of others, such as an earlier commit, in turn.
 * `node bench/endpoints.ts [--rounds 6] [--carts 1000] [--products 1000] [--campaigns 5] [folder of a built checkout...]`;
 * PostgreSQL from TEST_POSTGRES_URL, or left out. Requests alone reach the servers, so that checkouts with another schema can be compared.
 */

import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { STOREFRONT } from '../src/api-paths.ts'
import { createDatabase, engines } from '../test/support/database/engines.ts'
import { COUPON, shopFile, tokenOf } from './cart/fixture.ts'
import { commandOf, cpuMicrosOf, HERE, type Server, startProduct } from './cart/servers.ts'

const CONNECTIONS = 16
/** Of a cart while its reads and changes are measured. */
const LINES = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '6' },
    carts: { type: 'string', default: '1000' },
    products: { type: 'string', default: '1000' },
    campaigns: { type: 'string', default: '5' },
  },
})
const [rounds, carts, products] = [Number(values.rounds), Number(values.carts), Number(values.products)]
const checkouts = [...positionals.map(each => resolve(each)), HERE]

/** A served checkout, and the microseconds per request of each endpoint by round. */
interface Measured {
  server: Server
  secret: string
  agent: Agent
  micros: Map<string, number[]>
  stop: () => Promise<void>
}

/** A shopper of one round. */
interface Shopper {
  number: number
  guest: string
  member: string
  /** Id of the cart's first line. */
  lineId: string
}

type Call = { method: string; path: string; body?: object; as?: 'guest' | 'member' }

/** @returns the item of a line; products whose number three divides have variants */
function itemOf({ number }: Shopper, line: number) {
  const productId = 1 + ((number * 7 + line * 104) % products)
  return { productId, ...(productId % 3 === 0 && { variantId: productId * 10 + 1 }), quantity: 2 }
}

const add = (line: number) => (each: Shopper) => ({ method: 'POST', path: '/cart-items', body: itemOf(each, line) })
const linePath = ({ lineId }: Shopper) => `/cart-items/${lineId}`
const read = () => ({ method: 'GET', path: '/cart' })
const readBadge = () => ({ method: 'GET', path: '/cart?fields[carts]=totalQuantity&fields[cart-items]=' })

/** The requests of one cart in their order. Requests of one name are counted together. */
const STEPS: [name: string, call: (shopper: Shopper) => Call][] = [
  ['add, first line', add(0)],
  ...Array.from({ length: LINES - 1 }, (_, n): (typeof STEPS)[number] => ['add, further line', add(n + 1)]),
  ['add, same item', add(0)],
  ['read', read],
  ['read', read],
  ['read, badge', readBadge],
  ['read, badge', readBadge],
  ['set quantity', each => ({ method: 'PATCH', path: linePath(each), body: { quantity: 3 } })],
  ['set notes', each => ({ method: 'PATCH', path: `${linePath(each)}/notes`, body: { orderNote: 'Paketleyin' } })],
  ['apply coupon', () => ({ method: 'POST', path: '/cart/coupon', body: { couponCode: COUPON } })],
  ['remove coupon', () => ({ method: 'DELETE', path: '/cart/coupon' })],
  ['choose campaign', () => ({ method: 'POST', path: '/cart/campaign', body: { campaignId: 1 } })],
  ['remove campaign', () => ({ method: 'DELETE', path: '/cart/campaign' })],
  ['remove line', each => ({ method: 'DELETE', path: linePath(each) })],
  ['merge', ({ guest }) => ({ method: 'POST', path: '/cart/merge', body: { guestToken: guest }, as: 'member' })],
  ['delete cart', () => ({ method: 'DELETE', path: '/cart', as: 'member' })],
]

/** Imports the shop by the command of the checkout, and serves it. */
async function serve(engine: (typeof engines)[number], checkout: string): Promise<Measured> {
  const { env: where, drop } = await createDatabase(engine)
  const [secret, HANDOFF_SECRET] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const limits = { CART_RATE_LIMIT: '100000', COUPON_RATE_LIMIT: '100000', COUPON_IP_RATE_LIMIT: '1000000' }
  const env = { ...where, ACCESS_TOKEN_SECRET: secret, HANDOFF_SECRET, NODE_ENV: 'production', ...limits }
  const path = join(tmpdir(), `sepet-bench-${randomUUID()}.json`)
  try {
    writeFileSync(path, [...shopFile({ products, campaigns: Number(values.campaigns), customers: carts })].join(''))
    for (const args of [['migrate'], ['import', path]]) {
      const options = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' } as const
      const { status, stderr } = spawnSync(process.execPath, [commandOf(checkout), ...args], options)
      if (status !== 0) throw new Error(stderr)
    }
    const server = await startProduct(env, [], checkout)
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const stop = async () => {
      agent.destroy()
      await server.stop()
      await drop()
    }
    return { server, secret, agent, micros: new Map(), stop }
  } catch (error) {
    await drop()
    throw error
  } finally {
    rmSync(path, { force: true })
  }
}

/** Sends a request. @returns the body. @throws Error unless the response is a success */
function send({ server, agent }: Measured, { method, path, body }: Call, token: string): Promise<string> {
  const text = body && JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((done, failed) => {
    const sent = request(`${server.url}${STOREFRONT}${path}`, { method, agent, headers }, response => {
      const chunks: Buffer[] = []
      response
        .on('data', chunk => chunks.push(chunk))
        .on('end', () => {
          const answer = Buffer.concat(chunks).toString()
          if ((response.statusCode ?? 0) < 300) done(answer)
          else failed(new Error(`${method} ${path}: ${response.statusCode} ${answer}`))
        })
    })
    sent.on('error', failed).end(text)
  })
}

/** Runs all steps for new carts, step by step. */
async function round(measured: Measured): Promise<Map<string, number>> {
  const { secret, server } = measured
  const shoppers = Array.from({ length: carts }, (_, number): Shopper => {
    const [guest, member] = [`guest:${randomUUID()}`, `member:${number + 1}`]
    return { number, guest: tokenOf(guest, secret), member: tokenOf(member, secret), lineId: '' }
  })
  const costs = new Map<string, { micros: number; requests: number }>()
  for (const [name, call] of STEPS) {
    const before = cpuMicrosOf(server)
    await inParallel(shoppers, async shopper => {
      const { as = 'guest', ...others } = call(shopper)
      const answer = await send(measured, others, shopper[as])
      if (shopper.lineId === '') shopper.lineId = JSON.parse(answer).included[0].id
    })
    const { micros, requests } = costs.get(name) ?? { micros: 0, requests: 0 }
    costs.set(name, { micros: micros + cpuMicrosOf(server) - before, requests: requests + carts })
  }
  return new Map([...costs].map(([name, { micros, requests }]) => [name, micros / requests]))
}

/** Runs `work` for each item, for as many at a time as there are connections. */
async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

for (const engine of engines) {
  const all: Measured[] = []
  try {
    for (const checkout of checkouts) all.push(await serve(engine, checkout))
    // The first round, in which the code is compiled and the caches are filled, is not counted.
    for (let n = 0; n <= rounds; n++) {
      for (const each of n % 2 === 0 ? all : all.toReversed()) {
        const costs = await round(each)
        if (n > 0) for (const [name, micros] of costs) each.micros.set(name, [...(each.micros.get(name) ?? []), micros])
      }
    }
    const names = [...new Set(STEPS.map(([name]) => name))]
    const rows = names.map(name => {
      const micros = all.map(each => Math.round(median(each.micros.get(name) ?? [])))
      const here = micros.at(-1) ?? Number.NaN
      const columns = micros.map((cost, index) => [checkouts[index] === HERE ? 'here µs' : checkouts[index], cost])
      const shares = micros.slice(0, -1).map(cost => Math.round((100 * here) / cost))
      return { request: name, ...Object.fromEntries(columns), '%': shares.join(' ') }
    })
    console.log(`${engine}: ${carts} carts of ${LINES} lines, ${products} products, ${CONNECTIONS} connections`)
    console.table(rows)
  } finally {
    for (const each of all) await each.stop()
  }
}
