/** Sums of amounts, without floats. */

import { minorUnits } from '../../../ui/format/money.js'

/** @typedef {import('../../../ui/format/money.js').Money} Money */

/** The sum of amounts in the currency of the shop. @param {Money[]} amounts @param {Pick<Money, 'currencyCode' | 'decimalPlaces'>} shop @returns {Money} */
export function totalOf(amounts, { currencyCode, decimalPlaces }) {
  const units = amounts.reduce((sum, each) => sum + minorUnits(each), 0n)
  const digits = String(units).padStart(decimalPlaces + 1, '0')
  const whole = digits.slice(0, digits.length - decimalPlaces)
  const amount = decimalPlaces === 0 ? digits : `${whole}.${digits.slice(-decimalPlaces)}`
  return { amount, currencyCode, decimalPlaces }
}
