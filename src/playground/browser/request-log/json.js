/** JSON for people: short values stay on their line, long lines wrap below themselves, and keys, texts and numbers can be told apart. */

import { h } from '../dom.js'
import { shorten } from './shorten.js'

/** @typedef {import('../dom.js').Child} Child */

/** As long as a Money. */
const FLAT = 80

/** @param {unknown} value @param {string} [tail] what follows it and must not be torn off @returns {Child[]} */
export function drawJson(value, tail = '') {
  if (typeof value !== 'object' || value === null) return [scalar(value), tail]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  const draw = (/** @type {number} */ index, /** @type {string} */ after) => {
    const [name = '', member] = entries[index] ?? []
    const key = !Array.isArray(value) && h('span.json-key', {}, `${JSON.stringify(name)}: `)
    return [key, ...drawJson(member, index < entries.length - 1 ? after : '')]
  }
  if (entries.length === 0) return [open + close + tail]
  if (shorten(JSON.stringify(value)).length <= FLAT) {
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
  return typeof value === 'string' ? h('span.json-text', {}, shorten(text)) : h('span.json-number', {}, text)
}
