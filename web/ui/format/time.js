/** Formats times in the language of the page. */

/** Units of an age, the longest first, in milliseconds. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Formats a time with its date: `24 Kas 2026 13:20`. @param {string} instant ISO 8601 @param {string} locale @param {string} timeZone */
export function timeText(instant, locale, timeZone) {
  const format = /** @type {const} */ ({ dateStyle: 'medium', timeStyle: 'short' })
  return new Intl.DateTimeFormat(locale, { ...format, timeZone }).format(new Date(instant))
}

/** Formats how long ago a time was: `3 gün önce`. @param {string} instant @param {number} now milliseconds @param {string} locale */
export function ageText(instant, now, locale) {
  const age = new Date(instant).getTime() - now
  const [unit, length] = UNITS.find(each => Math.abs(age) >= each[1]) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.trunc(age / length), unit)
}
