/** A picture of bars: its text is beside it, and its numbers are in a table. */

import { html } from '../../ui/html.js'
import { middleOf, placeBars } from './bars.js'

/**
 * The picture.
 * @param {object} props
 * @param {string} props.labelledBy id of the sentence that says what it shows
 * @param {import('./bars.js').Series[]} props.series all of the same length
 * @param {string[]} props.ticks short names of the bars, below them
 * @param {string[]} props.titles what a mouse over a bar shows
 * @param {string[]} [props.marks] numbers above the bars of the first series; without them the top line has its number
 * @param {(value: number) => string} props.number
 * @param {boolean} [props.isLow]
 */
export function BarChart({ labelledBy, series, ticks, titles, marks, number, isLow = false }) {
  const { bars, top, line, unit } = placeBars(series)
  const markAt = (/** @type {number} */ at) => line - Number(series[0]?.values[at]) * unit - 2
  return html`
    <div class=${isLow ? 'chart low' : 'chart'} role="img" aria-labelledby=${labelledBy}>
      <svg width="100%" height="100%" aria-hidden="true">
        ${!marks && html`<${TopLine} text=${number(top)} />`}
        ${bars.map(
          ({ look, x, y, width, height }, at) => html`
          <rect key=${at} class=${`bar ${look}`} x=${percent(x)} y=${percent(y)} width=${percent(width)} height=${percent(height)} rx="2" />`,
        )}
        <line class="zero" x1="0" x2="100%" y1=${percent(line)} y2=${percent(line)} />
        ${ticks.map((tick, at) => textAt(tick, middleOf(at, ticks.length), 98, 'tick'))}
        ${marks?.map((mark, at) => textAt(mark, middleOf(at, ticks.length), markAt(at), 'mark'))}
        ${titles.map((title, at) => placeOf(title, at, titles.length))}
      </svg>
    </div>`
}

/** @param {{ text: string }} props */
function TopLine({ text }) {
  return html`<line class="grid" x1="0" x2="100%" y1="12%" y2="12%" /><text class="scale" x="0" y="10%">${text}</text>`
}

/** @param {string} text @param {number} x @param {number} y @param {string} kind */
function textAt(text, x, y, kind) {
  return html`<text key=${`${kind} ${x}`} class=${kind} x=${percent(x)} y=${percent(y)}>${text}</text>`
}

/** What the mouse can be over. @param {string} title @param {number} at @param {number} count */
function placeOf(title, at, count) {
  return html`
    <rect key=${`place ${at}`} class="place" x=${percent((at * 100) / count)} y="0" width=${percent(100 / count)} height="100%"><title>${title}</title></rect>`
}

/** @param {number} value */
function percent(value) {
  return `${Math.round(value * 100) / 100}%`
}
