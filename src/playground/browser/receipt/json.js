/** JSON for people: short values stay on their line, long lines wrap below themselves, and keys, texts and numbers can be told apart. */

import { h } from '../dom.js'
import { shorten } from './shorten.js'

/** @typedef {import('../dom.js').Child} Child */

/** As long as a Money. */
const FLAT = 80

/** @param {unknown} value @returns {Child[]} */
export function drawJson(value) {
  if (typeof value !== 'object' || value === null) return [scalar(value)]
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const members = Object.entries(value).map(([name, member]) => [
    !Array.isArray(value) && h('span.json-key', {}, `${JSON.stringify(name)}: `),
    ...drawJson(member),
  ])
  if (members.length === 0) return [open + close]
  if (JSON.stringify(value).length <= FLAT) return [`${open} `, ...members.flatMap(separate), ` ${close}`]
  const lines = members.map((member, index) => h('div.json-line', {}, ...member, index < members.length - 1 && ','))
  return [open, h('div.json-lines', {}, ...lines), close]
}

/** @param {Child[]} member @param {number} index */
function separate(member, index) {
  return index === 0 ? member : [', ', ...member]
}

/** @param {unknown} value @returns {Child} */
function scalar(value) {
  const text = JSON.stringify(value)
  return typeof value === 'string' ? h('span.json-text', {}, shorten(text)) : h('span.json-number', {}, text)
}
