/** A picture of the hours of a week: the more, the stronger the colour. Its text is beside it, and its numbers are in a table. */

import { html } from '../../ui/html.js'
import { strengthOf } from './bars.js'

/** Hours whose name is below the picture. */
const NAMED = [0, 6, 12, 18]
const HOURS = 24

/**
 * The picture.
 * @param {object} props
 * @param {string} props.labelledBy id of the sentence that says what it shows
 * @param {number[][]} props.rows a row each day, of 24 hours
 * @param {string[]} props.names of the rows
 * @param {(row: number, hour: number) => string} props.title what a mouse over an hour shows
 */
export function HeatMap({ labelledBy, rows, names, title }) {
  const most = Math.max(1, ...rows.flat())
  return html`
    <div class="chart heat" role="img" aria-labelledby=${labelledBy}>
      <svg class="heat-names" width="100%" height="100%" aria-hidden="true">
        ${names.map((name, row) => html`<text key=${row} x="0" y=${`${row * 12.5 + 8.5}%`}>${name}</text>`)}
      </svg>
      <svg width="100%" height="100%" aria-hidden="true">
        ${rows.flatMap((hours, row) => hours.map((value, hour) => cellOf({ row, hour, strength: strengthOf(value, most), title: title(row, hour) })))}
        ${NAMED.map(hour => html`<text key=${hour} x=${percent(hour)} y="98%">${String(hour).padStart(2, '0')}</text>`)}
      </svg>
    </div>`
}

/** @param {{ row: number, hour: number, strength: number, title: string }} cell */
function cellOf({ row, hour, strength, title }) {
  return html`
    <rect key=${`${row} ${hour}`} class=${strength === 0 ? 'cell' : 'cell hot'} fill-opacity=${strength || 1} x=${percent(hour + 0.06)} y=${`${row * 12.5 + 0.6}%`}
      width=${percent(0.88)} height="11.3%" rx="2"><title>${title}</title></rect>`
}

/** @param {number} hours */
function percent(hours) {
  return `${Math.round((hours * 10_000) / HOURS) / 100}%`
}
