/**
 * Benchmark of fairness: what shoppers of other client networks notice while one network floods the service.
 * `node bench/fairness.ts [--seconds 8] [--engine sqlite|postgres]`; PostgreSQL from TEST_POSTGRES_URL, or left out. Rate limits are off, so
 * that the figures are those of admission alone.
 */

import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { STOREFRONT } from '../src/api-paths.ts'
import { makeKey, startIssuer } from '../test/support/auth/issuer.ts'
import { engines } from '../test/support/database/engines.ts'
import { type Flood, flood } from '../test/support/http/flood.ts'
import { meetShoppers, type Seen } from '../test/support/http/shoppers.ts'
import { FIRST_PRODUCT } from '../test/support/resilience/flooded-shop.ts'
import { quantile } from './load.ts'
import { serveShop } from './served-shop.ts'

const SIZE = { carts: 6, lines: 500, campaigns: 5 }
const SHOPPERS = 4
const ATTACKER = '198.51.100.1'
const CALM_SECONDS = 2
/** Networks that a flood rotates through. */
const NETWORKS = 600

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, engine: { type: 'string', default: '' } },
})
const seconds = Number(values.seconds)

/** A row of the table: times of the shoppers in milliseconds. */
async function measure(attack: Flood, shop: (seconds: number) => Promise<Seen>): Promise<object> {
  const calm = await shop(CALM_SECONDS)
  const [attacked, { statuses, perSecond }] = await Promise.all([shop(seconds), flood(attack)])
  const ms = ({ times }: Seen, share: number) => Math.round(quantile(times, share) * 10) / 10
  return {
    calm: ms(calm, 0.5),
    median: ms(attacked, 0.5),
    p99: ms(attacked, 0.99),
    refused: `${attacked.refused} of ${attacked.times.length}`,
    'flood a second': perSecond,
    'answers to it': Object.entries(statuses)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', '),
  }
}

/** Requests of 600 IPv6 networks, each with the nth token. @param site returns the /48 of a network */
function rotating(
  tokens: string[],
  send: (token: string, from: string) => string,
  site: (n: number) => string,
): string[] {
  return Array.from({ length: NETWORKS }, (_, n) =>
    send(tokens[n % tokens.length] ?? '', `${site(n)}:${n.toString(16)}::1`),
  )
}

/** Texts of requests from the attacker's network. */
function requestsTo(url: string) {
  const { host } = new URL(url)
  const head = (target: string, token: string, from: string) =>
    `${target} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${from}\r\nAuthorization: Bearer ${token}\r\n`
  const body = JSON.stringify({ productId: FIRST_PRODUCT, quantity: 1 })
  const fields = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  return {
    read: (token: string, from = ATTACKER) => `${head(`GET ${STOREFRONT}/cart`, token, from)}\r\n`,
    add: (token: string, from = ATTACKER) => `${head(`POST ${STOREFRONT}/cart-items`, token, from)}${fields}`,
  }
}

for (const engine of engines.filter(each => !values.engine || values.engine === each)) {
  const issuer = await startIssuer()
  const sign = await issuer.publish('known', 'ES256')
  const token = () => sign({ sub: `guest:${randomUUID()}`, scope: 'storefront:cart' })
  const settings = {
    TRUST_PROXY: '1',
    NETWORK_RATE_LIMIT: '0',
    ACCESS_TOKEN_JWKS_URL: issuer.url,
    ACCESS_TOKEN_SECRET: '',
  }
  const { serving, tokens, stop } = await serveShop(engine, SIZE, settings, token)
  const { url } = serving
  const shop = await meetShoppers(
    await Promise.all(
      Array.from({ length: SHOPPERS }, async (_, n) => {
        const headers = { 'X-Forwarded-For': `203.0.113.${n + 1}` }
        return { url, token: await token(), productId: FIRST_PRODUCT, headers }
      }),
    ),
  )
  const { read, add } = requestsTo(url)
  const stranger = await makeKey('unknown', 'ES256')
  const unknown = await Promise.all(
    Array.from({ length: 64 }, () => stranger.sign({ sub: `guest:${randomUUID()}` }, { kid: randomUUID() })),
  )
  const by = (connections: number, requests: string[]): Flood => ({ urls: [url], connections, requests, seconds })
  const table: Record<string, object> = {}
  table['80 connections add to 6 carts of 500 lines'] = await measure(
    by(
      80,
      tokens.map(each => add(each)),
    ),
    shop,
  )
  table['80 connections read them'] = await measure(
    by(
      80,
      tokens.map(each => read(each)),
    ),
    shop,
  )
  table['200 connections add to them'] = await measure(
    by(
      200,
      tokens.map(each => add(each)),
    ),
    shop,
  )
  const [one, many] = [() => '2001:db8:1', (n: number) => `2001:db8:${(n + 2).toString(16)}`]
  table['200 add to them from 600 /64s of one /48'] = await measure(by(200, rotating(tokens, add, one)), shop)
  table['200 add to them from 600 /48s'] = await measure(by(200, rotating(tokens, add, many)), shop)
  table['300 connections without a token'] = await measure(by(300, [read('x')]), shop)
  issuer.answer(() => {})
  table['300 connections, unknown keys, the issuer hangs'] = await measure(
    by(
      300,
      unknown.map(each => read(each)),
    ),
    shop,
  )
  console.log(`${engine}; milliseconds of a read of one line by shoppers of other networks`)
  console.table(table)
  issuer.answer()
  await stop()
  await issuer.stop()
}
