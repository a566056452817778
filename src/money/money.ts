/** Exact decimal arithmetic without floats, and the Money shape of every price (specification 2.1). */

import { Decimal } from './decimal.ts'

export type { Decimal } from './decimal.ts'

/** Money in responses. `amount` always has `decimalPlaces` decimals: `"0.00"` with two, `"0"` with none. */
export interface Money {
  amount: string
  currencyCode: string
  decimalPlaces: number
}

/** The currency of a shop, with its number of decimal places. */
export interface Currency {
  currencyCode: string
  decimalPlaces: number
}

/** The decimal 0. */
export const zero = decimal('0')
/** The decimal 1. */
export const one = decimal('1')
const hundredth = decimal('0.01')

/**
 * Parses a decimal exactly. The type excludes numbers, because a float may already have lost digits.
 * @throws SyntaxError when the text is not a decimal
 */
export function decimal(text: string): Decimal {
  return Decimal.parse(text)
}

/** Converts a percentage into a factor: 20 becomes 0.2. */
export function percent(text: string): Decimal {
  return decimal(text).times(hundredth)
}

/** Rounds half up at the currency's decimal places. */
export function round(value: Decimal, currency: Currency): Decimal {
  return value.round(currency.decimalPlaces)
}

/** Rounds up at the currency's decimal places: 0.001 becomes 0.01 with two. */
export function roundUp(value: Decimal, currency: Currency): Decimal {
  const rounded = round(value, currency)
  return rounded.lt(value) ? rounded.plus(decimal(`1e-${currency.decimalPlaces}`)) : rounded
}

/** Rounds down at the currency's decimal places: 0.009 becomes 0.00 with two. */
export function roundDown(value: Decimal, currency: Currency): Decimal {
  const rounded = round(value, currency)
  return rounded.gt(value) ? rounded.minus(decimal(`1e-${currency.decimalPlaces}`)) : rounded
}

/** Rounds half up and converts into Money: 88.9101 becomes `{ amount: "88.91", … }` with two decimals. */
export function toMoney(value: Decimal, currency: Currency): Money {
  return {
    amount: value.toFixed(currency.decimalPlaces),
    currencyCode: currency.currencyCode,
    decimalPlaces: currency.decimalPlaces,
  }
}

/** Returns the sum of decimals; zero for an empty list. */
export function sum(values: readonly Decimal[]): Decimal {
  return Decimal.sum(values)
}

/** Returns the smaller of two decimals. */
export function min(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b
}
