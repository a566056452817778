/** Formats money and quantities in the page's language, from the decimal text of the response, without floats or arithmetic. */

/** @typedef {import('../../money/money.ts').Money} Money */

/**
 * Formatters by locale, currency and digits: creating one takes far longer than using it.
 * @type {Map<string, Intl.NumberFormat>}
 */
const formatters = new Map()

/**
 * Formats an amount with all its digits: `₺1.234,50` or `₺1,234.50`.
 * @param {Money} money
 * @param {string} locale
 */
export function moneyText({ amount, currencyCode, decimalPlaces }, locale) {
  try {
    // Intl.NumberFormat formats decimal strings exactly.
    return formatterOf(locale, currencyCode, decimalPlaces).format(/** @type {Intl.StringNumericLiteral} */ (amount))
  } catch {
    return `${amount} ${currencyCode}`
  }
}

/**
 * Formats a discount as a negative amount; one of zero, such as free shipping, as a word.
 * @param {Money} money
 * @param {Pick<import('./texts/texts.js').Texts, 'applied' | 'locale'>} texts
 */
export function discountText(money, { applied, locale }) {
  return isZero(money) ? applied : moneyText({ ...money, amount: `-${money.amount}` }, locale)
}

/** Whether an amount is zero, such as `0` or `0.00`. @param {Money} money */
export function isZero({ amount }) {
  return /^0+(\.0*)?$/.test(amount)
}

/** Returns an amount in whole minor units, for comparisons and sums. @param {Money} money */
export function minorUnits({ amount }) {
  return BigInt(amount.replace('.', ''))
}

/** Formats a quantity, a stock or a rate. @param {number} value @param {string} locale */
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
