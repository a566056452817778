/**
 * Benchmark of fairness: what shoppers of other client networks notice while one network floods the service.
 * `node bench/fairness.ts [--seconds 8] [--instances 1]`; PostgreSQL from TEST_POSTGRES_URL, or left out. Rate limits are off, so that the
 * figures are those of admission alone.
 */

import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { STOREFRONT } from '../src/api-paths.ts'
import { makeKey, startIssuer } from '../test/support/auth/issuer.ts'
import { engines } from '../test/support/database/engines.ts'
import type { Flood, Flooded } from './fairness/flood.ts'
import { type Seen, shopFromOtherNetworks } from './fairness/shoppers.ts'
import { FIRST_PRODUCT, serveShop } from './served-shop.ts'

const FULL = 500
const FULL_CARTS = 6
const ATTACKER = '198.51.100.1'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    engine: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
  },
})
const seconds = Number(values.seconds)

/** A row of the table: medians and the largest value in milliseconds. */
interface Row {
  attack: string
  calm: number
  attacked: number
  p99: number
  'refused others': string
  'attacker a second': number
  statuses: string
}

/** Floods the server from a thread of its own, while shoppers of other networks read carts with one line. */
async function measure(attack: string, flood: Flood, shoppers: (seconds: number) => Promise<Seen>): Promise<Row> {
  const calm = await shoppers(2)
  const worker = new Worker(new URL('./fairness/flood.ts', import.meta.url), { workerData: flood })
  const flooded = new Promise<Flooded>((resolve, reject) => worker.on('message', resolve).on('error', reject))
  const attacked = await shoppers(flood.seconds)
  const { statuses, perSecond } = await flooded
  return {
    attack,
    calm: calm.median,
    attacked: attacked.median,
    p99: attacked.p99,
    'refused others': `${attacked.refused} of ${attacked.answered}`,
    'attacker a second': perSecond,
    statuses: Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  }
}

/** Texts of requests from the attacker's network. */
function requestsOf(url: string) {
  const head = (method: string, path: string, token: string) =>
    `${method} ${STOREFRONT}${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Forwarded-For: ${ATTACKER}\r\nAuthorization: Bearer ${token}\r\n`
  const body = JSON.stringify({ productId: FIRST_PRODUCT, quantity: 1 })
  const fields = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  return {
    read: (token: string) => `${head('GET', '/cart', token)}\r\n`,
    add: (token: string) => `${head('POST', '/cart-items', token)}${fields}`,
  }
}

for (const engine of engines.filter(each => values.engine === '' || each === values.engine)) {
  const issuer = await startIssuer()
  const sign = await issuer.publish('known', 'ES256')
  const token = () => sign({ sub: `guest:${randomUUID()}`, scope: 'storefront:cart' })
  const shop = await serveShop(
    engine,
    { carts: FULL_CARTS, lines: FULL, campaigns: 5 },
    { TRUST_PROXY: '1', NETWORK_RATE_LIMIT: '0', ACCESS_TOKEN_JWKS_URL: issuer.url, ACCESS_TOKEN_SECRET: '' },
    token,
  )
  const { url } = shop.serving
  const shoppers = await shopFromOtherNetworks(url, token)
  const requests = requestsOf(url)
  const stranger = await makeKey('unknown', 'ES256')
  const junk = await Promise.all(
    Array.from({ length: 64 }, () => stranger.sign({ sub: `guest:${randomUUID()}` }, { kid: randomUUID() })),
  )
  const flood = (connections: number, texts: string[]) => ({ url, connections, requests: texts, seconds })
  const attacks: [string, () => Flood][] = [
    ['80 connections add to 6 carts of 500 lines', () => flood(80, shop.tokens.map(requests.add))],
    ['80 connections read them', () => flood(80, shop.tokens.map(requests.read))],
    ['200 connections add to them', () => flood(200, shop.tokens.map(requests.add))],
    [
      '300 connections, unknown keys, the issuer hangs',
      () => {
        issuer.answer(() => {})
        return flood(300, junk.map(requests.read))
      },
    ],
  ]
  const rows: Row[] = []
  for (const [name, begin] of attacks) {
    if (name.includes(values.only)) rows.push(await measure(name, begin(), shoppers))
  }
  console.log(`${engine}; milliseconds`)
  console.table(rows)
  issuer.answer()
  await shop.stop()
  await issuer.stop()
}
