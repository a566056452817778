/** Days and hours of the shop's clock. */

/** @typedef {{ day: string, hour: number }} Local a day such as `2026-11-24`, and an hour from 0 to 23 */

const DAY_MS = 86_400_000

/** Formatters by time zone: creating one takes far longer than using it. @type {Map<string, Intl.DateTimeFormat>} */
const clocks = new Map()

/**
 * The time zone that days are grouped by: the shop's, where the session names one that the browser knows, otherwise the browser's.
 * @param {object & { timeZone?: string }} shop of the session
 * @returns {{ zone: string, isShops: boolean }}
 */
export function zoneOf({ timeZone }) {
  const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone
  return timeZone !== undefined && isZone(timeZone)
    ? { zone: timeZone, isShops: true }
    : { zone: browsers, isShops: false }
}

/**
 * What the clock of a zone shows.
 * @param {number} at milliseconds
 * @param {string} zone
 * @returns {Local}
 */
export function localOf(at, zone) {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) }
}

/**
 * The last days, today included, the oldest first.
 * @param {number} now milliseconds
 * @param {string} zone
 * @param {number} count
 */
export function lastDays(now, zone, count) {
  const today = Date.parse(localOf(now, zone).day)
  return Array.from({ length: count }, (_, at) =>
    new Date(today - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** The weekday of a day: 0 is Monday. @param {string} day */
export function weekdayOf(day) {
  return (new Date(day).getUTCDay() + 6) % 7
}

/** @param {string} zone */
function clockOf(zone) {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' }
  const format = /** @type {Intl.DateTimeFormatOptions} */ ({ timeZone: zone, calendar: 'gregory', ...fields })
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('en-u-hc-h23-nu-latn', format)
  clocks.set(zone, clock)
  return clock
}

/** @param {string} zone */
function isZone(zone) {
  try {
    return Boolean(clockOf(zone))
  } catch {
    return false
  }
}
