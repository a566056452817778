/** Exact differences of decimal texts. */

/**
 * Returns how much a value lacks of a minimum, rounded up to the digits of a currency, so that never too little is said.
 * @param {string} value such as `119.995`
 * @param {string} minimum
 * @param {number} digits
 * @example missingOf('119.995', '120', 2) // '0.01'
 */
export function missingOf(value, minimum, digits) {
  const places = Math.max(placesOf(value), placesOf(minimum), digits)
  const difference = scaled(minimum, places) - scaled(value, places)
  const step = 10n ** BigInt(places - digits)
  return decimalText((difference + step - 1n) / step, digits)
}

/** Whether a text is a decimal number. @param {string} text */
export function isDecimal(text) {
  return /^-?\d+(\.\d+)?$/.test(text)
}

/** @param {string} text */
function placesOf(text) {
  return text.split('.')[1]?.length ?? 0
}

/** @param {string} text @param {number} places */
function scaled(text, places) {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(places, '0')}`)
}

/** @param {bigint} value @param {number} digits */
function decimalText(value, digits) {
  const text = String(value).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
