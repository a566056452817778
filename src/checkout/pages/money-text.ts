/** Money and quantities as Turkish readers write them, straight from the document's text: no float, no arithmetic. */

import type { Money } from '../../money/money.ts'

/** Making a formatter takes far longer than using it, and a shop has one currency. */
const formatters = new Map<string, Intl.NumberFormat>()

/** `₺1.234,50`, with every digit of the amount. */
export function moneyText({ amount, currencyCode, decimalPlaces }: Money): string {
  try {
    // ICU reads decimal text exactly.
    return formatterOf(currencyCode, decimalPlaces).format(amount as Intl.StringNumericLiteral)
  } catch {
    return `${amount.replace('.', ',')} ${currencyCode}`
  }
}

/** An amount that is taken off: `-₺51,05`. */
export function reductionText(money: Money): string {
  return moneyText({ ...money, amount: `-${money.amount}` })
}

/** Whether an amount is nothing: `0`, `0.00`. */
export function isZero({ amount }: Money): boolean {
  return /^0+(\.0*)?$/.test(amount)
}

const numbers = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 20 })

/** A quantity, a stock or a rate: `1.250`, `24,75`. */
export function numberText(value: number): string {
  return numbers.format(value)
}

/** @throws RangeError when Intl knows no such currency or not that many decimals */
function formatterOf(currency: string, decimalPlaces: number): Intl.NumberFormat {
  const key = `${currency} ${decimalPlaces}`
  const digits = { minimumFractionDigits: decimalPlaces, maximumFractionDigits: decimalPlaces }
  const formatter = formatters.get(key) ?? new Intl.NumberFormat('tr-TR', { style: 'currency', currency, ...digits })
  formatters.set(key, formatter)
  return formatter
}
