/** The numbers of events by day, from the counts by hour in UTC. */

import { lastDays, localOf } from '../../format/shop-clock.js'

/** How many days the pictures show. */
export const DAYS = 14
/** Hours that are asked for: 14 days, of which one can have 25 hours, and the present hour. */
const HOURS = DAYS * 24 + 2

/** @typedef {{ hour: string, type: string, count: number }} Row */

/**
 * @typedef {object} Counts
 * @property {Row[]} rows
 * @property {string[]} days the oldest first, the last is today
 * @property {string} zone that the days are of
 * @property {number} completeSince milliseconds: no event after it is missing
 * @property {boolean} isCut whether events of the first days are missing
 */

/** What each card gets. @typedef {{ app: import('../../app.js').App, counts: Counts, isLoading: boolean }} CardProps */

/**
 * Reads the counts of the last days.
 * @param {import('../../app.js').App} app
 * @param {string} zone
 * @returns {Promise<Counts>}
 */
export async function loadCounts(app, zone) {
  const { data, meta } = await app.api.get(`/events/counts?hours=${HOURS}`)
  return countsOf(data, Date.parse(meta.completeSince), { zone, now: Date.now() })
}

/** The counts of no event, which are drawn while they are loaded. @param {string} zone @returns {Counts} */
export function noCounts(zone) {
  return countsOf([], 0, { zone, now: Date.now() })
}

/** @param {Row[]} rows @param {number} completeSince @param {{ zone: string, now: number }} clock @returns {Counts} */
export function countsOf(rows, completeSince, { zone, now }) {
  const days = lastDays(now, zone, DAYS)
  const isCut = localOf(completeSince, zone).day >= String(days[0])
  return { rows, days, zone, completeSince, isCut }
}

/**
 * How many events of a type each day had. An hour belongs to the day of its beginning.
 * @param {Pick<Counts, 'rows' | 'days' | 'zone'>} counts
 * @param {string} type
 */
export function byDay({ rows, days, zone }, type) {
  const sums = days.map(() => 0)
  for (const { hour, count } of rows.filter(row => row.type === type)) {
    const at = days.indexOf(localOf(Date.parse(hour), zone).day)
    if (at >= 0) sums[at] = Number(sums[at]) + count
  }
  return sums
}

/** The sum of numbers. @param {number[]} values */
export function sumOf(values) {
  return values.reduce((sum, value) => sum + value, 0)
}
