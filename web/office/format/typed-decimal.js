/** Numbers of forms as staff type them. What is no number stays as it is, for the API to refuse. */

/** Whole numbers in groups of three digits, which the other mark separates. @type {Record<string, RegExp>} */
const GROUPED = { ',': /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/, '.': /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/ }

/**
 * Reads a decimal with the decimal mark of either language; thousands may be separated by the mark that the language has for them.
 * @param {string} text
 * @param {string} mark of decimals in the language of the page: `,` or `.`
 * @example decimalOf('22,50', ',') // '22.50'
 * @example decimalOf('1.000', ',') // '1000'
 */
export function decimalOf(text, mark) {
  if (GROUPED[mark]?.test(text)) return text.replaceAll(mark === ',' ? '.' : ',', '').replace(',', '.')
  return /^\d+,\d+$/.test(text) ? text.replace(',', '.') : text
}

/** Reads an integer. @param {string} text @returns {number | string} */
export function integerOf(text) {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : text
}
