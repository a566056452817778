/** Numbers as staff type them, and as fields show them: the decimal comma is that of Turkish. */

import { decimalOf } from './typed-decimal.js'

/** @typedef {import('../texts/texts.js').Language} Language */

/**
 * Returns what was typed as the API writes it: without blanks and thousands marks, with a decimal point, after its signs. Any other text stays as it
 * is, for the API to refuse.
 * @param {string} text
 * @param {Language} language
 * @example readTyped('+3,5', 'tr') // '+3.5'
 * @example readTyped('1.000', 'tr') // '1000'
 */
export function readTyped(text, language) {
  const plain = text.replaceAll(/\s/g, '').replace('−', '-')
  const [signs = ''] = /^[=+-]{0,2}/.exec(plain) ?? []
  return signs + decimalOf(plain.slice(signs.length), language === 'tr' ? ',' : '.')
}

/** Returns a number of the API as a field shows it. @param {string | number} value @param {Language} language */
export function typedNumber(value, language) {
  const text = String(value)
  return language === 'tr' ? text.replace('.', ',') : text
}

/**
 * Adds decimal texts exactly.
 * @param {string} one
 * @param {string} other
 * @returns {string | null} null where one is no decimal number
 * @example sumOf('40', '-2.5') // '37.5'
 */
export function sumOf(one, other) {
  if (![one, other].every(each => /^[+-]?\d+(\.\d+)?$/.test(each))) return null
  const places = Math.max(...[one, other].map(each => each.split('.')[1]?.length ?? 0))
  const sum = scaled(one, places) + scaled(other, places)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
  return sum < 0n ? `-${text}` : text
}

/** The same number with the other sign. @param {string} text a decimal text @example negated('+3.5') // '-3.5' */
export function negated(text) {
  return text.startsWith('-') ? text.slice(1) : `-${text.replace('+', '')}`
}

/** @param {string} text @param {number} places */
function scaled(text, places) {
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const value = BigInt(whole + fraction.padEnd(places, '0'))
  return text.startsWith('-') ? -value : value
}
