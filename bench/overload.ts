/**
 * Benchmark of overload: responses and response times below and far above the capacity of the service.
 * `node bench/overload.ts [--lines 100] [--campaigns 50] [--seconds 8]`; PostgreSQL from TEST_POSTGRES_URL, or left
 * out.
 */

import { parseArgs } from 'node:util'
import { engines } from '../test/support/database/engines.ts'
import { cpuSeconds } from './cart/servers.ts'
import { type Outcome, quantile, sendAtRate, sendInTurn } from './load.ts'
import { type ServedShop, serveShop } from './served-shop.ts'

/** The offered rates as shares of the capacity; the best result up to 1.2 is the peak. */
const SHARES = [0.8, 0.9, 1, 1.1, 1.2, 2, 5]
const PEAK_SHARES = 1.2
const CARTS = 20
const READERS = 8

/** Rates in requests per second, and times in milliseconds. */
interface Row {
  offered: number
  answered: number
  refused: number
  failed: number
  'answered p50': number
  'answered p99': number
  'refused p50': number
  'refused p99': number
  'CPU s'?: number
}

/** Measures the capacity, and then the rates of `SHARES`. */
async function measure(shop: ServedShop, seconds: number): Promise<void> {
  const load = { url: shop.serving.url, request: shop.readCart }
  await sendInTurn({ ...load, seconds }, READERS) // Warms up.
  const capacity = await sendInTurn({ ...load, seconds }, READERS)
  const rows: Row[] = []
  for (const share of SHARES) {
    const perSecond = Math.round(capacity * share)
    const before = cpuSeconds(shop.serving.child)
    const outcome = await sendAtRate({ ...load, perSecond, seconds })
    rows.push({
      ...rowOf(perSecond, outcome, seconds),
      'CPU s': Math.round((cpuSeconds(shop.serving.child) - before) * 10) / 10,
    })
  }
  console.table(rows)
  const peak = Math.max(...rows.filter((_, n) => (SHARES[n] ?? 0) <= PEAK_SHARES).map(({ answered }) => answered))
  const last = rows.at(-1)?.answered ?? 0
  console.log(
    `At five times the capacity ${((100 * last) / peak).toFixed(1)} % of the peak of ${peak}/s are answered.\n`,
  )
}

/** @returns the results of one rate */
function rowOf(offered: number, { times, notSent }: Outcome, seconds: number): Row {
  const [answered = [], refused = []] = [times.get(200), times.get(503)]
  const others = [...times].filter(([status]) => status !== 200 && status !== 503).map(([, list]) => list.length)
  const perSecond = (count: number) => Math.round(count / seconds)
  const ms = (list: number[], share: number) => Math.round(quantile(list, share))
  return {
    offered,
    answered: perSecond(answered.length),
    refused: perSecond(refused.length),
    failed: others.reduce((a, b) => a + b, notSent),
    'answered p50': ms(answered, 0.5),
    'answered p99': ms(answered, 0.99),
    'refused p50': ms(refused, 0.5),
    'refused p99': ms(refused, 0.99),
  }
}

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '100' },
    campaigns: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '8' },
  },
})
const size = { carts: CARTS, lines: Number(values.lines), campaigns: Number(values.campaigns) }
for (const engine of engines) {
  console.log(`${engine}, carts of ${size.lines} lines with ${size.campaigns} campaigns; a second, and milliseconds`)
  const shop = await serveShop(engine, size)
  await measure(shop, Number(values.seconds)).finally(shop.stop)
}
