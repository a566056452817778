/** The sentences that say the main fact of each picture. */

import { numberText } from '../../../ui/format/money.js'
import { sumOf } from './event-counts.js'

/** @typedef {import('../../texts/texts.js').Texts} Texts */

/**
 * The first of the greatest values, and its place.
 * @param {number[]} values
 * @returns {{ at: number, value: number }}
 */
export function peakOf(values) {
  const value = Math.max(0, ...values)
  return { at: Math.max(0, values.indexOf(value)), value }
}

/** A day with its weekday: `Tuesday, 24 November`. @param {string} day such as `2026-11-24` @param {string} locale */
export function dayText(day, locale) {
  return formatDay(day, locale, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** A weekday. @param {number} weekday 0 is Monday @param {string} locale @param {'long' | 'short'} length */
export function weekdayText(weekday, locale, length) {
  return formatDay(`2024-01-0${weekday + 1}`, locale, { weekday: length })
}

/** The number of a day within its month. @param {string} day */
export function tickOf(day) {
  return String(Number(day.slice(8)))
}

/**
 * How many there were by day, and on which day most.
 * @param {{ days: string[], values: number[] }} numbers
 * @param {{ none: string, most: (...values: string[]) => string }} sentences
 * @param {string} locale
 */
export function daysSentence({ days, values }, { none, most }, locale) {
  const total = sumOf(values)
  if (total === 0) return none
  const { at, value } = peakOf(values)
  return most(numberText(total, locale), dayText(String(days[at]), locale), numberText(value, locale))
}

/**
 * Which hour of the week had most orders.
 * @param {number[][]} week seven days of 24 hours
 * @param {Pick<Texts, 'home' | 'locale'>} texts
 */
export function hoursSentence(week, { home: { hours }, locale }) {
  const values = week.flat()
  const { at, value } = peakOf(values)
  if (value === 0) return hours.none
  const hour = at % 24
  const [count, all] = [numberText(value, locale), numberText(sumOf(values), locale)]
  return hours.most(weekdayText(Math.floor(at / 24), locale, 'long'), clockText(hour), clockText(hour + 1), count, all)
}

/** The beginning of an hour: `14:00`. @param {number} hour */
export function clockText(hour) {
  return `${String(hour).padStart(2, '0')}:00`
}

/** @param {string} day @param {string} locale @param {Intl.DateTimeFormatOptions} format */
function formatDay(day, locale, format) {
  return new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(new Date(day))
}
