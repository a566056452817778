/** Numbers of spreadsheets, with a dot or a comma as decimal sign. */

import { shortestDecimal } from '../../shop-file/decimal-text.ts'

/** A number of a cell. */
export interface CellNumber {
  /** Decimal in its shortest form, such as `-3` or `19.9`. */
  value: string
  /** What it would be if its sign divided thousands: `1299` for `1.299`; null where it cannot. */
  asThousands: string | null
}

const NUMBER = /^(-?)(\d{1,15})(?:[.,](\d{1,12}))?$/
const THOUSANDS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

/** Whether the sign of a number may divide thousands, as in `1.299`. */
export function mayBeThousands(text: string): boolean {
  return THOUSANDS.test(text)
}

/**
 * Reads a number.
 * @returns null where the text is no number, or divides thousands, as in `1.299,00`
 * @example readNumber('1,299') // { value: '1.299', asThousands: '1299' }
 */
export function readNumber(text: string): CellNumber | null {
  const match = NUMBER.exec(text)
  if (!match) return null
  const [, sign = '', whole = '0', decimals] = match
  const size = shortestDecimal(decimals === undefined ? whole : `${whole}.${decimals}`)
  return {
    value: sign === '-' && size !== '0' ? `-${size}` : size,
    asThousands: mayBeThousands(text) ? text.replace(/[.,]/, '') : null,
  }
}

/** Digits, also with signs between thousands, and with zeros behind a decimal sign. */
const WHOLE = /^(\d{1,16}|\d{1,3}(?:([., \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:[.,]0{1,2})?$/

/**
 * Reads a whole number, in which a sign can only divide thousands, or stand in front of zeros.
 * @returns null where the text is no whole number, or is too large
 * @example readWholeNumber('1,234') // 1234
 */
export function readWholeNumber(text: string): number | null {
  const [, whole] = WHOLE.exec(text) ?? []
  if (whole === undefined) return null
  const value = Number(whole.replace(/\D/g, ''))
  return Number.isSafeInteger(value) ? value : null
}
