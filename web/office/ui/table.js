/** A table of records; in a narrow window each row is a card. */

import { html } from '../../ui/html.js'

/**
 * @template R
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: R) => import('../../ui/html.js').Children} cell
 * @property {'number'} [kind] of numbers and money: at the end of the cell
 */

/**
 * The table. The first column names the row, and is best a link to its page. The roles are given, since a browser drops those of a table
 * whose rows are cards.
 * @template R
 * @param {object} props
 * @param {string} props.label what the table has
 * @param {Column<R>[]} props.columns
 * @param {R[]} props.rows
 * @param {(row: R) => string | number} props.keyOf
 */
export function Table({ label, columns, rows, keyOf }) {
  return html`
    <table class="table" role="table" aria-label=${label}>
      <thead role="rowgroup">
        <tr role="row">
          ${columns.map(({ title, kind }) => html`<th key=${title} role="columnheader" scope="col" class=${kind}>${title}</th>`)}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map(row => html`<tr key=${keyOf(row)} role="row">${columns.map((column, at) => cellOf(column, row, at === 0))}</tr>`)}
      </tbody>
    </table>`
}

/** @template R @param {Column<R>} column @param {R} row @param {boolean} isName */
function cellOf({ title, cell, kind }, row, isName) {
  if (isName) return html`<th key=${title} role="rowheader" scope="row">${cell(row)}</th>`
  return html`<td key=${title} role="cell" class=${kind} data-label=${title}>${cell(row)}</td>`
}
