/** Money and quantities in the reader's language, straight from the text of the answer: no float, no arithmetic. */

/** @typedef {import('../../money/money.ts').Money} Money */

/** Making a formatter takes far longer than using it. @type {Map<string, Intl.NumberFormat>} */
const formatters = new Map()

/**
 * `₺1.234,50` or `₺1,234.50`, with every digit of the amount.
 * @param {Money} money
 * @param {string} locale
 */
export function moneyText({ amount, currencyCode, decimalPlaces }, locale) {
  try {
    // Intl reads decimal text exactly.
    return formatterOf(locale, currencyCode, decimalPlaces).format(/** @type {Intl.StringNumericLiteral} */ (amount))
  } catch {
    return `${amount} ${currencyCode}`
  }
}

/** An amount that is taken off. @param {Money} money @param {string} locale */
export function reductionText(money, locale) {
  return moneyText({ ...money, amount: `-${money.amount}` }, locale)
}

/** Whether an amount is nothing: `0`, `0.00`. @param {Money} money */
export function isZero({ amount }) {
  return /^0+(\.0*)?$/.test(amount)
}

/** A quantity, a stock or a rate. @param {number} value @param {string} locale */
export function numberText(value, locale) {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 20 }).format(value)
}

/** @param {string} locale @param {string} currency @param {number} digits */
function formatterOf(locale, currency, digits) {
  const key = `${locale} ${currency} ${digits}`
  const formatter =
    formatters.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  formatters.set(key, formatter)
  return formatter
}
