/** The sentences that say the main fact of each picture. */

import { numberText } from '../../../ui/format/money.js'
import { sumOf } from './event-counts.js'

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

/** @param {string} day @param {string} locale @param {Intl.DateTimeFormatOptions} format */
function formatDay(day, locale, format) {
  return new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' }).format(new Date(day))
}
