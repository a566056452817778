/** Formats money and numbers in the language of the page, from the decimal text of the API, without floats. */

/** @typedef {{ amount: string, currencyCode: string, decimalPlaces: number }} Money */

/**
 * Formatters by locale, currency and digits: creating one takes far longer than using it.
 * @type {Map<string, Intl.NumberFormat>}
 */
const formatters = new Map()

/** Formats an amount with all its digits: `₺1.234,50` or `₺1,234.50`. @param {Money} money @param {string} locale */
export function moneyText({ amount, currencyCode, decimalPlaces }, locale) {
  try {
    // Intl.NumberFormat formats decimal strings exactly.
    return formatterOf(locale, currencyCode, decimalPlaces).format(/** @type {Intl.StringNumericLiteral} */ (amount))
  } catch {
    return `${amount}\u00a0${currencyCode}`
  }
}

/**
 * Formats a decimal text of a product, coupon or campaign in the currency of the shop, rounded half up to the digits of the currency.
 * @param {string} amount such as `119.1667`
 * @param {Pick<Money, 'currencyCode' | 'decimalPlaces'>} shop
 * @param {string} locale
 */
export function amountText(amount, { currencyCode, decimalPlaces }, locale) {
  return moneyText({ amount, currencyCode, decimalPlaces }, locale)
}

/**
 * Formats a discount as a negative amount.
 * @param {Money} money
 * @param {string} locale
 * @param {string} [applied] what stands for zero, such as the discount of free shipping
 */
export function discountText(money, locale, applied) {
  if (applied !== undefined && isZero(money)) return applied
  return moneyText({ ...money, amount: `-${money.amount}` }, locale)
}

/** Whether an amount is zero, such as `0` or `0.00`. @param {Pick<Money, 'amount'>} money */
export function isZero({ amount }) {
  return /^-?0+(\.0*)?$/.test(amount)
}

/** Returns an amount in whole minor units, for comparisons and sums. @param {Pick<Money, 'amount'>} money */
export function minorUnits({ amount }) {
  return BigInt(amount.replace('.', ''))
}

/** Returns whole minor units that are not negative as decimal text. @param {bigint} minor @param {Pick<Money, 'decimalPlaces'>} money */
export function decimalOf(minor, { decimalPlaces }) {
  if (decimalPlaces === 0) return String(minor)
  const digits = String(minor).padStart(decimalPlaces + 1, '0')
  return `${digits.slice(0, -decimalPlaces)}.${digits.slice(-decimalPlaces)}`
}

/** Formats a number or a decimal text that is not money: a quantity, a stock, a rate. @param {number | string} value @param {string} locale */
export function numberText(value, locale) {
  const formatter = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  return formatter.format(/** @type {Intl.StringNumericLiteral} */ (String(value)))
}

/** @param {string} locale @param {string} currency @param {number} digits */
function formatterOf(locale, currency, digits) {
  const key = `${locale} ${currency} ${digits}`
  const style = {
    style: /** @type {const} */ ('currency'),
    currency,
    currencyDisplay: /** @type {const} */ ('narrowSymbol'),
  }
  const made = { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits }
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, made)
  formatters.set(key, formatter)
  return formatter
}
