/** Says when a promotion is valid. */

/** @typedef {import('../../texts/texts.js').Texts['conditions']} ConditionTexts */

/** Where a period has no beginning or no end. */
const OPEN = '…'
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY = 86_400_000

/**
 * The sentence for a period.
 * @param {{ now: string, from: string, to: string }} period ISO 8601 in UTC, or `…`
 * @param {ConditionTexts} t
 * @param {(instant: string) => string} format
 */
export function datesText({ now, from, to }, t, format) {
  if (from !== OPEN && now < from) return t.notYet(format(from))
  if (to !== OPEN && to <= now) return t.ended(format(to))
  if (from !== OPEN && to !== OPEN) return t.between(format(from), format(to))
  if (from !== OPEN) return t.from(format(from))
  return to === OPEN ? t.always : t.until(format(to))
}

/**
 * The sentence for weekdays.
 * @param {string} today 1 for Monday
 * @param {string} days such as `1, 2, 5`
 * @param {ConditionTexts} t
 * @param {string} locale
 */
export function weekdaysText(today, days, t, locale) {
  const formatter = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const name = (/** @type {string} */ day) => formatter.format(MONDAY + (Number(day) - 1) * DAY)
  const all = days.split(', ')
  if (all.length === 7) return t.everyDay
  return t.weekdays(name(today), all.map(name).join(', '))
}
