/** Price filter of the catalogue: a range in minor units. */

import type { RoughRange } from '../../catalog/names/rough-prices.sql.ts'
import type { Currency } from '../../money/money.ts'
import { minorDigitsOf } from '../minor-units.ts'

/** A range of prices in minor units, both ends included. An end that is left out is open. */
export interface PriceRange {
  min?: number
  max?: number
}

/** Whether a price in minor units is in a range. */
export function isInRange(amount: number, { min = 0, max = Number.POSITIVE_INFINITY }: PriceRange): boolean {
  return amount >= min && amount <= max
}

/** The greatest price is far below. */
const GREATEST = 1e300

/** Returns a range that has every price which rounding brings into another, and few more: the database passes over the others by it. */
export function roughRangeOf({ min = 0, max = GREATEST }: PriceRange, shop: Currency): RoughRange {
  const digits = minorDigitsOf(shop.currencyCode)
  // Rounding at one and then at the other number of decimals moves a price by less than a unit of the coarser one.
  const step = 10 ** -Math.min(digits, shop.decimalPlaces)
  const unit = 10 ** digits
  return { min: (min / unit) * (1 - 1e-9) - step, max: Math.min((max / unit) * (1 + 1e-9) + step, GREATEST) }
}
