/** At which hours of the week orders are completed. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Figure } from '../../ui/figure.js'
import { HeatMap } from '../../ui/heat-map.js'
import { Table } from '../../ui/table.js'
import { busyHoursOf, byHourOfWeek } from './event-counts.js'
import { clockText, hoursSentence, weekdayText } from './sentences.js'

/** @typedef {import('./event-counts.js').BusyHour} BusyHour */

/** The card. @param {import('./event-counts.js').CardProps} props */
export function HoursCard({ app, counts, isLoading }) {
  const texts = app.texts()
  const { home: t, locale } = texts
  const week = byHourOfWeek(counts, 'checkout.completed')
  const names = week.map((_, weekday) => weekdayText(weekday, locale, 'short'))
  const title = (/** @type {number} */ weekday, /** @type {number} */ hour) =>
    t.hours.cell(
      weekdayText(weekday, locale, 'long'),
      clockText(hour),
      numberText(Number(week[weekday]?.[hour]), locale),
    )
  return html`
    <${Card} title=${t.hours.title}>
      <${Figure} app=${app} id="home-hours" sentence=${isLoading ? null : hoursSentence(week, texts)} table=${() => HoursTable({ app, week })}>
        <${HeatMap} labelledBy="home-hours" rows=${week} names=${names} title=${title} />
      <//>
    <//>`
}

/** @param {{ app: import('../../app.js').App, week: number[][] }} props */
function HoursTable({ app, week }) {
  const { home: t, locale } = app.texts()
  const rows = busyHoursOf(week)
  if (rows.length === 0) return html`<p class="hint">${t.orders.none}</p>`
  const columns = [
    { title: t.weekday, cell: (/** @type {BusyHour} */ { weekday }) => weekdayText(weekday, locale, 'long') },
    { title: t.hour, cell: (/** @type {BusyHour} */ { hour }) => `${clockText(hour)}–${clockText(hour + 1)}` },
    { title: t.hours.count, cell: (/** @type {BusyHour} */ { count }) => numberText(count, locale), kind: 'number' },
  ]
  const keyOf = (/** @type {BusyHour} */ { weekday, hour }) => weekday * 24 + hour
  return html`<${Table} label=${t.hours.title} columns=${columns} rows=${rows} keyOf=${keyOf} />`
}
