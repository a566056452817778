/**
 * Benchmark of previews beside shoppers: what shoppers notice while staff preview a campaign in carts of 500 lines, each the next one as soon as the
 * one before is answered.
 * `node bench/previews.ts [--seconds 8] [--engine sqlite|postgres]`; PostgreSQL from TEST_POSTGRES_URL, or left out.
 */

import { parseArgs } from 'node:util'
import { ADMIN } from '../src/api-paths.ts'
import { mintToken } from '../src/cli/token.ts'
import { readConfig } from '../src/config/config.ts'
import { engines } from '../test/support/database/engines.ts'
import { type Flood, flood } from '../test/support/http/flood.ts'
import { meetShoppers } from '../test/support/http/shoppers.ts'
import { FIRST_PRODUCT } from '../test/support/resilience/flooded-shop.ts'
import { quantile } from './load.ts'
import { type ServedShop, serveShop } from './served-shop.ts'

const SIZE = { carts: 6, lines: 500, campaigns: 20 }
const SHOPPERS = 4
/** People who preview at once; the form asks once after each pause in typing, so that a person asks less often than here. */
const STAFF = [1, 4, 16]
const CALM_SECONDS = 2
const CAMPAIGN = {
  id: 1_000,
  name: 'Deneme',
  active: true,
  automatic: true,
  reward: { type: 'percent', value: '10' },
  conditions: { minimumTotal: '100' },
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, engine: { type: 'string', default: '' } },
})
const seconds = Number(values.seconds)
const scope = 'carts:read promotions:read'

/** The text of a preview in the cart of a guest. */
async function previewOf({ serving, env }: ServedShop, cartToken: string, at: number): Promise<string> {
  const token = await mintToken(readConfig(env), 'admin', { ttlSeconds: 3_600, id: 'bench', scope })
  const subject = JSON.parse(Buffer.from(cartToken.split('.')[1] ?? '', 'base64url').toString()).sub
  const body = JSON.stringify({ campaign: CAMPAIGN })
  const headers = [
    `POST ${ADMIN}/carts/${subject}/preview HTTP/1.1`,
    `Host: ${new URL(serving.url).host}`,
    `X-Forwarded-For: 198.51.100.${at + 1}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

for (const engine of engines.filter(each => !values.engine || values.engine === each)) {
  const served = await serveShop(engine, SIZE, { TRUST_PROXY: '1' })
  const { url } = served.serving
  const config = readConfig(served.env)
  const shop = await meetShoppers(
    await Promise.all(
      Array.from({ length: SHOPPERS }, async (_, n) => ({
        url,
        token: await mintToken(config, 'guest', { ttlSeconds: 3_600, id: crypto.randomUUID() }),
        productId: FIRST_PRODUCT,
        headers: { 'X-Forwarded-For': `203.0.113.${n + 1}` },
      })),
    ),
  )
  const requests = await Promise.all(served.tokens.map((token, at) => previewOf(served, token, at)))
  const ms = (times: number[], share: number) => Math.round(quantile(times, share) * 10) / 10
  const table: Record<string, object> = {}
  for (const staff of STAFF) {
    const calm = await shop(CALM_SECONDS)
    const previews: Flood = { urls: [url], connections: staff, requests, seconds }
    const [beside, { statuses, perSecond }] = await Promise.all([shop(seconds), flood(previews)])
    table[`${staff} preview`] = {
      alone: ms(calm.times, 0.5),
      median: ms(beside.times, 0.5),
      p99: ms(beside.times, 0.99),
      refused: `${beside.refused} of ${beside.times.length}`,
      'previews a second': perSecond,
      'answers to them': Object.entries(statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
    }
  }
  console.log(`${engine}; milliseconds of a read of one line by shoppers`)
  console.table(table)
  await served.stop()
}
