/** A picture of one number by day. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { BarChart } from '../../ui/bar-chart.js'
import { Figure } from '../../ui/figure.js'
import { Table } from '../../ui/table.js'
import { daysSentence, dayText, tickOf } from './sentences.js'

/**
 * The picture.
 * @param {object} props
 * @param {import('../../app.js').App} props.app
 * @param {string} props.id of its sentence
 * @param {string[]} props.days
 * @param {number[]} props.values of the days
 * @param {string} props.name of the number
 * @param {{ none: string, most: (...values: string[]) => string }} props.sentences
 * @param {boolean} props.isLoading
 */
export function DayFigure({ app, id, days, values, name, sentences, isLoading }) {
  const { home: t, locale } = app.texts()
  const number = (/** @type {number} */ value) => numberText(value, locale)
  const numberOf = (/** @type {number} */ at) => number(Number(values[at]))
  const dayOf = (/** @type {number} */ at) => dayText(String(days[at]), locale)
  const rows = days.map((_, at) => at)
  const columns = [
    { title: t.day, cell: dayOf },
    { title: name, cell: numberOf, kind: 'number' },
  ]
  const table = () =>
    html`<${Table} label=${name} columns=${columns} rows=${rows} keyOf=${(/** @type {number} */ at) => at} />`
  return html`
    <${Figure} app=${app} id=${id} sentence=${isLoading ? null : daysSentence({ days, values }, sentences, locale)} table=${table}>
      <${BarChart} labelledBy=${id} series=${[{ look: 'front', values }]} ticks=${days.map(tickOf)}
        titles=${rows.map(at => `${dayOf(at)}: ${numberOf(at)}`)} number=${number} isLow=${true} />
    <//>`
}
