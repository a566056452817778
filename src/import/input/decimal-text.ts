/** Decimal numbers as text, the only form in which a price or a stock is stored. */

import { decimal, sum } from '../../money/money.ts'

/** What a shop file accepts: `"199.905"`; no sign, no exponent, no bare dot. */
export const DECIMAL_PATTERN = '^\\d{1,15}(\\.\\d{1,12})?$'

const DECIMAL = new RegExp(DECIMAL_PATTERN)
const hundred = decimal('100')

/** A number in plain digits: 1e-7 becomes `0.0000001`, never exponent form. */
export function decimalText(value: number): string {
  return value === 0 ? '0' : decimal(String(value)).toFixed()
}

/** A decimal in its shortest form: `010.50` becomes `10.5`, so that equal decimals are equal texts. */
export function shortestDecimal(text: string): string {
  return decimal(text).toFixed()
}

/** A price as a spreadsheet may write it, with a dot or a comma; null when it is none. */
export function parsePrice(text: string): string | null {
  const dotted = text.replace(',', '.')
  return DECIMAL.test(dotted) ? dotted : null
}

/** A stock as a spreadsheet may write it: like a price, and it may be negative; null when it is none. */
export function parseStock(text: string): string | null {
  const size = parsePrice(text.replace(/^-/, ''))
  if (size === null) return null
  const stock = shortestDecimal(size)
  return text.startsWith('-') && stock !== '0' ? `-${stock}` : stock
}

/** A VAT rate in percent; null when it is none. */
export function parseVatRate(text: string): string | null {
  const rate = parsePrice(text.trim())
  return rate !== null && decimal(rate).lte(hundred) ? shortestDecimal(rate) : null
}

/** Whether `a` is greater than `b`. */
export function isGreater(a: string, b: string): boolean {
  return decimal(a).gt(decimal(b))
}

/** Orders decimals by their value. */
export function compareDecimals(a: string, b: string): number {
  return decimal(a).cmp(decimal(b))
}

/** The sum of decimals, in plain digits. */
export function sumOf(values: string[]): string {
  return sum(values.map(decimal)).toFixed()
}
