/** Texts of cells as a CSV file would have them. */

import { decimalText } from '../../../shop-file/decimal-text.ts'
import type { NumberKind } from './styles.ts'

/** Days from 30 December 1899, by which workbooks count, to 1 January 1970. */
const EPOCH = 25_569
/** Days between the beginnings of both counts. */
const FROM_1904 = 1_462
/** The first day after 31 December 9999. */
const END = 2_958_466

/** Numbers that are written already as they are read. Whole numbers of other programs, such as ids, may have more than 15 digits. */
const PLAIN = /^-?(?:0|[1-9]\d{0,30}|(?:0|[1-9]\d{0,8})\.\d{0,5}[1-9])$/

/**
 * The text of a number: without an exponent and with the 15 digits that a workbook has, what is behind them being noise of the binary form.
 * @param text as it is stored
 * @example numberText('19.899999999999999', 'number', false) // 19.9
 */
export function numberText(text: string, kind: NumberKind, is1904: boolean): string {
  if (kind === 'number' && PLAIN.test(text)) return text
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return text
  if (kind === 'percent') return `${rounded(value * 100)}%`
  const days = is1904 ? value + FROM_1904 : value
  return kind === 'date' && days >= 0 && days < END ? dateText(days) : rounded(value)
}

/** The text of a date that is stored as `2026-01-31T14:00:00`. */
export function isoDateText(text: string): string {
  const [, date, time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?$/.exec(text) ?? []
  if (date === undefined) return text
  return time === '00:00:00' ? date : `${date} ${time}`
}

function rounded(value: number): string {
  return decimalText(Number(value.toPrecision(15)))
}

/** A time alone is less than a day. Workbooks know 29 February 1900, so that days before it are one less. */
function dateText(days: number): string {
  const seconds = Math.round((days < 60 && days >= 1 ? days + 1 : days) * 86_400)
  const [date = '', time = ''] = new Date((seconds - EPOCH * 86_400) * 1_000).toISOString().split(/T|\.000Z/)
  if (days < 1) return time
  return time === '00:00:00' ? date : `${date} ${time}`
}
