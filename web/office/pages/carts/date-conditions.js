/** Says when a promotion is valid. */

/** @typedef {import('../../texts/texts.js').Texts['conditions']} ConditionTexts */

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

/**
 * The sentence for a period.
 * @param {{ now: string, from: string | null, to: string | null }} period ISO 8601 in UTC; null without a beginning or an end
 * @param {ConditionTexts} t
 * @param {(instant: string) => string} format
 */
export function datesText({ now, from, to }, t, format) {
  if (from !== null && now < from) return t.notYet(format(from))
  if (to !== null && to <= now) return t.ended(format(to))
  if (from !== null && to !== null) return t.between(format(from), format(to))
  if (from !== null) return t.from(format(from))
  return to === null ? t.always : t.until(format(to))
}

/**
 * The sentence for weekdays.
 * @param {number} today 1 for Monday
 * @param {number[]} days
 * @param {ConditionTexts} t
 * @param {string} locale
 */
export function weekdaysText(today, days, t, locale) {
  const formatter = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const name = (/** @type {number} */ day) => formatter.format(MONDAY + (day - 1) * DAY)
  if (days.length === 7) return t.everyDay
  return t.weekdays(name(today), days.map(name).join(', '))
}
