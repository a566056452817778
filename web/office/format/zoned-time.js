/** Times of the clock in the shop's time zone, as the fields of a form have them. */

/** The year of the clock has four digits: a field cannot show another. */
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/**
 * The time of a field `datetime-local`; empty without a time, and for one that no field can show.
 * @param {string | null | undefined} instant ISO 8601
 * @param {string} zone IANA time zone
 * @example localOf('2026-03-31T20:59:59Z', 'Europe/Istanbul') // '2026-03-31T23:59:59'
 */
export function localOf(instant, zone) {
  if (!instant) return ''
  const local = new Date(wallClock(new Date(instant).getTime(), zone)).toISOString()
  const text = local.slice(0, local.startsWith('+') ? undefined : 19)
  return LOCAL.test(text) ? text.replace(/:00$/, '') : ''
}

/**
 * The instant at which the clock of a zone shows a time. Of a time that it shows twice this is the first; one that it skips is an hour later.
 * @param {string} local such as `2026-03-31T23:59`
 * @param {string} zone IANA time zone
 * @returns {string} ISO 8601 in UTC; what is no time stays as it is
 */
export function instantOf(local, zone) {
  const wall = LOCAL.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  if (Number.isNaN(wall)) return local
  const around = [wall - DAY, wall + DAY].map(at => wall - (wallClock(at, zone) - at))
  const fitting = around.filter(at => wallClock(at, zone) === wall)
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(...around)).toISOString()
}

const DAY = 86_400_000

/** What the clock shows, as if it were in UTC. @param {number} at milliseconds @param {string} zone */
function wallClock(at, zone) {
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone: zone,
    calendar: 'gregory',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}
