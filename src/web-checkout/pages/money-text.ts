/** Locale formatting of money and quantities. Money is formatted from its decimal text, without floats or arithmetic. */

import type { Money } from '../../money/money.ts'

/**
 * Caches formatters: creating one takes far longer than using it. The cache stays small (two languages, one currency per shop).
 */
const formatters = new Map<string, Intl.NumberFormat>()

/**
 * Formats money: `₺1.234,50` in Turkish, `₺1,234.50` in English, with every digit of the amount. A currency or a number of
 * decimals that Intl does not support gives plain text with the currency code.
 */
export function moneyText({ amount, currencyCode, decimalPlaces }: Money, locale: string): string {
  try {
    // ICU parses decimal text exactly.
    return moneyFormat(locale, currencyCode, decimalPlaces).format(amount as Intl.StringNumericLiteral)
  } catch {
    return `${amount.replace('.', numberText(0.5, locale).charAt(1))} ${currencyCode}`
  }
}

/** Formats a reduction: `-₺51,05`. */
export function reductionText(money: Money, locale: string): string {
  return moneyText({ ...money, amount: `-${money.amount}` }, locale)
}

/** Returns whether an amount is zero: `0`, `0.00`. */
export function isZero({ amount }: Money): boolean {
  return /^0+(\.0*)?$/.test(amount)
}

/** Formats a quantity, a stock or a rate: `1.250`, `24,75` in Turkish. */
export function numberText(value: number, locale: string): string {
  return formatterOf(locale, () => new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })).format(value)
}

/** @throws RangeError when Intl does not support the currency or the number of decimals */
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
