/** Amounts of the agents' door: integers of the ISO 4217 minor unit, whose size may differ from the shop's decimal places. */

import { type Currency, type Decimal, round } from '../money/money.ts'

/** Digits of the minor unit in ISO 4217, where they are not 2. Data of locales, which `Intl` has, differs from the standard. */
const DIGITS: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]
const digitsByCurrency = new Map(
  DIGITS.flatMap(([digits, list]) => list.split(' ').map(code => [code, digits] as const)),
)

/** Returns the number of digits of a currency's minor unit: 2 for TRY, 0 for JPY, 3 for KWD. */
export function minorDigitsOf(currencyCode: string): number {
  return digitsByCurrency.get(currencyCode) ?? 2
}

/** Returns a unit price in minor units: rounded half up at the shop's decimal places, and half up again where the minor unit has fewer. */
export function unitPriceInMinorUnits(price: Decimal, shop: Currency): number {
  const digits = minorDigitsOf(shop.currencyCode)
  return Number(round(price, shop).round(digits).at(digits))
}
