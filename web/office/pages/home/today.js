/** The turnover of today, and of the same day a week ago up to the same time, by the shop's clock. */

import { lastDays } from '../../format/shop-clock.js'
import { instantOf } from '../../format/zoned-time.js'
import { queryOf } from '../../url.js'

/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {{ orders: number, turnover: Money, average: Money | null, refunds: Money, cancelled: number }} Turnover */
/** @typedef {{ from: string, to: string }} Period */
/** @typedef {{ today: Turnover, before: Turnover, day: string }} Today `day`: the day that today is compared with */

const DAYS = 8
/** A period is not empty, also at midnight. */
const SHORTEST = 1_000

/**
 * Today until now, and the same day a week ago until the same time after its beginning.
 * @param {number} now milliseconds
 * @param {string} zone
 * @returns {{ today: Period, before: Period, day: string }}
 */
export function periodsOf(now, zone) {
  const days = lastDays(now, zone, DAYS)
  const [first, last] = [String(days[0]), String(days.at(-1))]
  const [from, before] = [last, first].map(day => Date.parse(instantOf(`${day}T00:00`, zone)))
  const length = Math.max(now - Number(from), SHORTEST)
  const period = (/** @type {number | undefined} */ start) => ({
    from: iso(Number(start)),
    to: iso(Number(start) + length),
  })
  return { today: period(from), before: period(before), day: first }
}

/** Reads both. @param {import('../../app.js').App} app @returns {Promise<Today>} */
export async function loadToday(app) {
  const { today, before, day } = periodsOf(Date.now(), app.clock().zone)
  const [now, then] = await Promise.all([today, before].map(period => loadTurnover(app, period)))
  return { today: /** @type {Turnover} */ (now), before: /** @type {Turnover} */ (then), day }
}

/** The turnover in the currency of the shop. @param {import('../../app.js').App} app @param {Period} period @returns {Promise<Turnover>} */
async function loadTurnover(app, { from, to }) {
  const { data } = await app.api.get(`/turnover${queryOf({ from, to })}`)
  return data[0]
}

/** @param {number} at */
function iso(at) {
  return new Date(at).toISOString()
}
