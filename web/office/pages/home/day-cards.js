/** The card of the products that have sold out, by day. */

import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { DayFigure } from './day-figure.js'
import { byDay } from './event-counts.js'
import { SoldOutNow } from './sold-out-now.js'

/** @typedef {import('./event-counts.js').CardProps} CardProps */

/** How often products have sold out, and how many are sold out now. @param {CardProps} props */
export function SoldOutCard({ app, counts, isLoading }) {
  const { soldOut: t } = app.texts().home
  return html`
    <${Card} title=${t.title}>
      <${DayFigure} app=${app} id="home-sold-out" days=${counts.days} values=${byDay(counts, 'product.sold_out')} name=${t.count} sentences=${t} isLoading=${isLoading} />
      ${!isLoading && app.can('catalogue:read') && html`<${SoldOutNow} app=${app} />`}
    <//>`
}
