/** JSON: short objects on one line, long lines with an indent, and keys, strings and numbers in different colours. */

import { html } from '../../ui/html.js'
import { shortenTokens } from './shorten-tokens.js'

/** Objects and arrays up to this many characters stay on one line; a Money fits. */
const MAX_FLAT_LENGTH = 80

/**
 * The value.
 * @param {object} props
 * @param {unknown} props.value
 * @param {string} [props.tail] the comma after the value, which stays on the same line as its last character
 * @returns {import('../../ui/html.js').Children}
 */
export function Json({ value, tail = '' }) {
  if (typeof value === 'string')
    return html`<span class="json-text">${shortenTokens(JSON.stringify(value))}</span>${tail}`
  if (typeof value !== 'object' || value === null) return html`<span class="json-number">${String(value)}</span>${tail}`
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  if (entries.length === 0) return open + close + tail
  const isFlat = shortenTokens(JSON.stringify(value)).length <= MAX_FLAT_LENGTH
  const fields = entries.map(([name, field], index) => {
    const key = !Array.isArray(value) && html`<span class="json-key">${`${JSON.stringify(name)}: `}</span>`
    const comma = isFlat ? ', ' : ','
    return [key, html`<${Json} value=${field} tail=${index < entries.length - 1 ? comma : ''} />`]
  })
  if (isFlat) return html`<span class="json-flat">${`${open} `}${fields}${` ${close}${tail}`}</span>`
  return html`
    ${open}
    <div class="json-lines">${fields.map(field => html`<div class="json-line">${field}</div>`)}</div>
    <div>${close + tail}</div>`
}
