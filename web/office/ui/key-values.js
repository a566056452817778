/** A list of names and values, such as the fields of a record. */

import { html } from '../../ui/html.js'

/** @typedef {readonly [name: string, value: import('../../ui/html.js').Children]} Row */

/**
 * The list. Texts that people have written are isolated by `UserText`.
 * @param {{ rows: readonly Row[] }} props an empty value is shown as a dash
 */
export function KeyValues({ rows }) {
  const isEmpty = (/** @type {unknown} */ value) =>
    value === null || value === undefined || value === '' || value === false
  return html`
    <dl class="key-values">
      ${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${isEmpty(value) ? '—' : value}</dd></div>`)}
    </dl>`
}
