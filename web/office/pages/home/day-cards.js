/** Cards with the number of one type of event by day: opened checkout links, and products that have sold out. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { DayFigure } from './day-figure.js'
import { byDay } from './event-counts.js'
import { SoldOutNow } from './sold-out-now.js'

/** @typedef {import('./event-counts.js').CardProps} CardProps */

/** The checkout links that were opened. @param {CardProps} props */
export function LinksCard({ app, counts, isLoading }) {
  const { links: t } = app.texts().home
  return html`
    <${Card} title=${t.title}>
      <${DayFigure} app=${app} id="home-links" days=${counts.days} values=${byDay(counts, 'handoff.consumed')} name=${t.title} sentences=${t} isLoading=${isLoading} />
    <//>`
}

/** How often products have sold out, and how many are sold out now. @param {CardProps} props */
export function SoldOutCard({ app, counts, isLoading }) {
  const { soldOut: t } = app.texts().home
  return html`
    <${Card} title=${t.title}>
      <${DayFigure} app=${app} id="home-sold-out" days=${counts.days} values=${byDay(counts, 'product.sold_out')} name=${t.count} sentences=${t} isLoading=${isLoading} />
      ${!isLoading && app.can('catalogue:read') && html`<${SoldOutNow} app=${app} />`}
    <//>`
}
