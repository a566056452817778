/**
 * Benchmark of carts that shopping agents make on both engines: the processor time of a `POST /ucp/v1/carts` with ten items, and what shoppers
 * notice of 50 such requests a second. The agents, the shoppers and the server share the machine.
 * `node bench/ucp-carts.ts [--carts 1000] [--rate 50] [--seconds 15] [--engine sqlite|postgres]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { UCP_REST } from '../src/api-paths.ts'
import { engines } from '../test/support/database/engines.ts'
import { meetShoppers, type Seen } from '../test/support/http/shoppers.ts'
import { FIRST_PRODUCT } from '../test/support/resilience/flooded-shop.ts'
import { listing, startPlatform } from '../test/support/ucp/platform.ts'
import { cpuSeconds, peakMegabytes } from './cart/servers.ts'
import { quantile } from './load.ts'
import { serveShop } from './served-shop.ts'

const { values } = parseArgs({
  options: {
    carts: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '15' },
    engine: { type: 'string', default: '' },
  },
})
const CARTS = Number(values.carts)
const RATE = Number(values.rate)
const SECONDS = Number(values.seconds)
const ITEMS = 10
const WARM_UP = 200
const UNLIMITED = { UCP_RATE_LIMIT: '0', NETWORK_RATE_LIMIT: '0' }

const rounded = (ms: number) => Math.round(ms * 10) / 10
const shown = (times: number[]) =>
  `median ${rounded(quantile(times, 0.5))} ms, p99 ${rounded(quantile(times, 0.99))} ms`
const seenBy = ({ times, refused }: Seen) => `${shown(times)}, ${refused} refused`

for (const engine of engines.filter(each => !values.engine || values.engine === each)) {
  const platform = await startPlatform()
  const env = { ...UNLIMITED, ...listing(platform) }
  const { serving, tokens, stop } = await serveShop(engine, { carts: 4, lines: ITEMS, campaigns: 0 }, env)
  const create = () => createCart(serving.url, platform.agent)
  for (let n = 0; n < WARM_UP; n++) await create()

  const before = cpuSeconds(serving.child)
  const times: number[] = []
  for (let n = 0; n < CARTS; n++) times.push(await create())
  const cpuMs = ((cpuSeconds(serving.child) - before) * 1000) / CARTS
  console.log(`${engine}: ${cpuMs.toFixed(2)} ms of processor time for a cart of ${ITEMS} items; ${shown(times)}`)

  const shop = await meetShoppers(tokens.map(token => ({ url: serving.url, token, productId: FIRST_PRODUCT })))
  console.log(`${engine}: shoppers alone: ${seenBy(await shop(SECONDS))}`)
  const [seen, made] = await Promise.all([shop(SECONDS), createAt(RATE, create)])
  console.log(`${engine}: shoppers beside ${RATE} carts a second: ${seenBy(seen)}`)
  console.log(`${engine}: these ${made.length} carts: ${shown(made)}; peak ${peakMegabytes(serving.child)} MB`)
  await stop()
  await platform.stop()
}
process.exit(0)

/** Makes a cart. @returns milliseconds @throws Error when the answer is not 201 */
async function createCart(url: string, agent: string): Promise<number> {
  const items = Array.from({ length: ITEMS }, (_, n) => ({ item: { id: String(FIRST_PRODUCT + n) }, quantity: n + 1 }))
  const begun = performance.now()
  const answer = await fetch(`${url}${UCP_REST}/carts`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'UCP-Agent': agent },
    body: JSON.stringify({ line_items: items }),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`${answer.status} ${text}`)
  return performance.now() - begun
}

/** Begins requests at a rate, whether the earlier ones have been answered or not. @returns the time of each */
async function createAt(rate: number, create: () => Promise<number>): Promise<number[]> {
  const begun = performance.now()
  const made: Promise<number>[] = []
  for (let n = 0; n < rate * SECONDS; n++) {
    const wait = begun + (n * 1000) / rate - performance.now()
    if (wait > 0) await sleep(wait)
    made.push(create())
  }
  return Promise.all(made)
}
