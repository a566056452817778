/** The orders of the last days: what went to payment, what was completed and cancelled. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { BarChart } from '../../ui/bar-chart.js'
import { Card } from '../../ui/card.js'
import { Figure } from '../../ui/figure.js'
import { Stats } from '../../ui/stats.js'
import { Table } from '../../ui/table.js'
import { byDay, sumOf } from './event-counts.js'
import { daysSentence, dayText, tickOf } from './sentences.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {'held' | 'completed' | 'cancelled'} Name */

/** The series, as they are drawn one over the other. @type {readonly { name: Name, type: string, look: import('../../ui/bars.js').Look }[]} */
const SERIES = [
  { name: 'held', type: 'checkout.held', look: 'back' },
  { name: 'completed', type: 'checkout.completed', look: 'front' },
  { name: 'cancelled', type: 'checkout.cancelled', look: 'below' },
]

/** The card. @param {import('./event-counts.js').CardProps} props */
export function OrdersCard({ app, counts, isLoading }) {
  const { home: t, locale } = app.texts()
  const series = SERIES.map(each => ({ ...each, values: byDay(counts, each.type) }))
  const total = (/** @type {number[]} */ values) => (isLoading ? null : numberText(sumOf(values), locale))
  const stats = series.map(({ name, look, values }) => ({ name: t.orders[name], look, value: total(values) }))
  return html`
    <${Card} title=${t.orders.title} class="whole">
      <${Stats} stats=${stats} />
      <${OrdersFigure} app=${app} days=${counts.days} series=${series} isLoading=${isLoading} />
      <p class="hint">${t.orders.cancelledHint}</p>
    <//>`
}

/** @typedef {{ name: Name, look: import('../../ui/bars.js').Look, values: number[] }} OrderSeries */

/** @param {{ app: App, days: string[], series: OrderSeries[], isLoading: boolean }} props */
function OrdersFigure({ app, days, series, isLoading }) {
  const { home: t, locale } = app.texts()
  const completed = series.find(({ name }) => name === 'completed')?.values ?? []
  const sentence = isLoading ? null : daysSentence({ days, values: completed }, t.orders, locale)
  const number = (/** @type {number} */ value) => numberText(value, locale)
  const titles = days.map((day, at) => {
    const [held = '', done = '', cancelled = ''] = series.map(({ values }) => number(Number(values[at])))
    return t.orders.bar(dayText(day, locale), held, done, cancelled)
  })
  return html`
    <${Figure} app=${app} id="home-orders" sentence=${sentence} table=${() => OrdersTable({ app, days, series })}>
      <${BarChart} labelledBy="home-orders" series=${series} ticks=${days.map(tickOf)} titles=${titles} number=${number} />
    <//>`
}

/** @param {{ app: App, days: string[], series: OrderSeries[] }} props */
function OrdersTable({ app, days, series }) {
  const { home: t, locale } = app.texts()
  const columns = series.map(({ name, values }) => ({
    title: t.orders[name],
    kind: 'number',
    cell: (/** @type {number} */ at) => numberText(Number(values[at]), locale),
  }))
  const first = { title: t.day, cell: (/** @type {number} */ at) => dayText(String(days[at]), locale) }
  return html`
    <${Table} label=${t.orders.title} columns=${[first, ...columns]} rows=${days.map((_, at) => at)} keyOf=${(/** @type {number} */ at) => at} />`
}
