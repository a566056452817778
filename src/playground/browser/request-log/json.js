/** Draws JSON: short objects on one line, long lines with an indent, and keys, strings and numbers in different colours. */

import { h } from '../dom.js'
import { shortenTokens } from './shorten-tokens.js'

/** @typedef {import('../dom.js').Child} Child */

/** Objects and arrays up to this many characters stay on one line; a Money fits. */
const MAX_FLAT_LENGTH = 80

/**
 * Draws a value.
 * @param {unknown} value
 * @param {string} [tail] the comma after the value, which stays on the same line as its last character
 * @returns {Child[]}
 */
export function drawJson(value, tail = '') {
  if (typeof value !== 'object' || value === null) return [scalar(value), tail]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  const draw = (/** @type {number} */ index, /** @type {string} */ after) => {
    const [name = '', field] = entries[index] ?? []
    const key = !Array.isArray(value) && h('span.json-key', {}, `${JSON.stringify(name)}: `)
    return [key, ...drawJson(field, index < entries.length - 1 ? after : '')]
  }
  if (entries.length === 0) return [open + close + tail]
  if (shortenTokens(JSON.stringify(value)).length <= MAX_FLAT_LENGTH) {
    return [
      h('span.json-flat', {}, `${open} `, ...entries.flatMap((_, index) => draw(index, ', ')), ` ${close}${tail}`),
    ]
  }
  const lines = entries.map((_, index) => h('div.json-line', {}, ...draw(index, ',')))
  return [open, h('div.json-lines', {}, ...lines), h('div', {}, close + tail)]
}

/** @param {unknown} value @returns {Child} */
function scalar(value) {
  const text = JSON.stringify(value)
  return typeof value === 'string' ? h('span.json-text', {}, shortenTokens(text)) : h('span.json-number', {}, text)
}
