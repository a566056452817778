/** Money and quantities as readers of a language write them, straight from the document's text: no float, no arithmetic. */

import type { Money } from '../../money/money.ts'

/** Making a formatter takes far longer than using it; there are few languages, and a shop has one currency. */
const formatters = new Map<string, Intl.NumberFormat>()

/** `₺1.234,50` in Turkish, `₺1,234.50` in English, with every digit of the amount. */
export function moneyText({ amount, currencyCode, decimalPlaces }: Money, locale: string): string {
  try {
    // ICU reads decimal text exactly.
    return moneyFormat(locale, currencyCode, decimalPlaces).format(amount as Intl.StringNumericLiteral)
  } catch {
    return `${amount.replace('.', numberText(0.5, locale).charAt(1))} ${currencyCode}`
  }
}

/** An amount that is taken off: `-₺51,05`. */
export function reductionText(money: Money, locale: string): string {
  return moneyText({ ...money, amount: `-${money.amount}` }, locale)
}

/** Whether an amount is nothing: `0`, `0.00`. */
export function isZero({ amount }: Money): boolean {
  return /^0+(\.0*)?$/.test(amount)
}

/** A quantity, a stock or a rate: `1.250`, `24,75` in Turkish. */
export function numberText(value: number, locale: string): string {
  return formatterOf(locale, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })).format(value)
}

/** @throws RangeError when Intl knows no such currency or not that many decimals */
function moneyFormat(locale: string, currency: string, decimalPlaces: number): Intl.NumberFormat {
  const digits = { minimumFractionDigits: decimalPlaces, maximumFractionDigits: decimalPlaces }
  return formatterOf(
    `${locale} ${currency} ${decimalPlaces}`,
    () => new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digits }),
  )
}

function formatterOf(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const formatter = formatters.get(key) ?? make()
  formatters.set(key, formatter)
  return formatter
}
