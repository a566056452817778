/** Decimal numbers as text: the only form in which prices and stocks are stored. */

import { decimal, sum } from '../money/money.ts'

/** Pattern of a decimal in a shop file, such as `"199.905"`: without a sign, an exponent or a dot at either end. */
export const DECIMAL_PATTERN = '^\\d{1,15}(\\.\\d{1,12})?$'

/** Pattern of a change by such a decimal, with or without a sign: `"-2"`, `"+3.5"` or `"3.5"`. */
export const SIGNED_DECIMAL_PATTERN = DECIMAL_PATTERN.replace('^', '^[+-]?')

const DECIMAL = new RegExp(DECIMAL_PATTERN)
const hundred = decimal('100')

/** Writes a number without an exponent: 1e-7 becomes `0.0000001`. */
export function decimalText(value: number): string {
  return value === 0 ? '0' : decimal(String(value)).toFixed()
}

/** Returns the shortest form of a decimal: `010.50` becomes `10.5`, so that equal decimals are equal texts. */
export function shortestDecimal(text: string): string {
  return decimal(text).toFixed()
}

/** Reads a price of a spreadsheet, with a dot or a comma as decimal separator; null when the text is not a price. */
export function parsePrice(text: string): string | null {
  const dotted = text.replace(',', '.')
  return DECIMAL.test(dotted) ? dotted : null
}

/** Reads a stock of a spreadsheet: a number like a price, which may be negative; null when the text is not a stock. */
export function parseStock(text: string): string | null {
  const size = parsePrice(text.replace(/^-/, ''))
  if (size === null) return null
  const stock = shortestDecimal(size)
  return text.startsWith('-') && stock !== '0' ? `-${stock}` : stock
}

/** Whether a decimal in its shortest form has no more digits than an imported stock can have, which may be negative. */
export function isImportableStock(text: string): boolean {
  return DECIMAL.test(text.replace(/^-/, ''))
}

/** Reads a VAT rate in percent; null when the text is not a number from 0 to 100. */
export function parseVatRate(text: string): string | null {
  const rate = parsePrice(text.trim())
  return rate !== null && decimal(rate).lte(hundred) ? shortestDecimal(rate) : null
}

/** Whether `a` is greater than `b`. */
export function isGreater(a: string, b: string): boolean {
  return decimal(a).gt(decimal(b))
}

/** Compares decimals by value, for sorting in ascending order. */
export function compareDecimals(a: string, b: string): number {
  return decimal(a).cmp(decimal(b))
}

/** Returns the sum of decimals in its shortest form, without an exponent. */
export function sumOf(values: string[]): string {
  return sum(values.map(decimal)).toFixed()
}
