/** Exact decimal arithmetic and the Money shape of every price (specification 2.1). No float ever enters. */

import { Decimal } from './decimal.ts'

export type { Decimal } from './decimal.ts'

/** Money as clients see it: `amount` always has `decimalPlaces` decimals, `"0.00"` at two and `"0"` at none. */
export interface Money {
  amount: string
  currencyCode: string
  decimalPlaces: number
}

/** What a shop counts its money in. */
export interface Currency {
  currencyCode: string
  decimalPlaces: number
}

export const zero = decimal('0')
const hundredth = decimal('0.01')

/** A decimal from its text, exactly. Numbers are refused by the type: a float may already have lost digits. */
export function decimal(text: string): Decimal {
  return Decimal.parse(text)
}

/** A percentage as a factor: 20 becomes 0.2. */
export function percent(text: string): Decimal {
  return decimal(text).times(hundredth)
}

/** Rounds half up at the currency's decimal places. */
export function round(value: Decimal, currency: Currency): Decimal {
  return value.round(currency.decimalPlaces)
}

/** Rounds half up and presents: 88.9101 becomes `{ amount: "88.91", … }` at two decimals. */
export function toMoney(value: Decimal, currency: Currency): Money {
  return {
    amount: value.toFixed(currency.decimalPlaces),
    currencyCode: currency.currencyCode,
    decimalPlaces: currency.decimalPlaces,
  }
}

/** The sum of decimals; zero of none. */
export function sum(values: Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), zero)
}

/** The smaller of two decimals. */
export function min(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b
}
