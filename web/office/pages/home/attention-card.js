/** What needs attention: each entry is loaded by itself, and fails alone. */

import { html } from '../../../ui/html.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { Load } from '../../ui/load.js'
import { loadBeyond, loadExpired } from './attention.js'
import { BeyondOrders, ExpiredHolds } from './attention-orders.js'
import { atLeast } from './left-carts.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./attention.js').Expired} Expired */
/** @typedef {import('./attention.js').Beyond} Beyond */

/** The card. @param {{ app: App }} props */
export function AttentionCard({ app }) {
  const { attention: t } = app.texts().home
  return html`
    <${Card} title=${t.title}>
      <ul class="attention" role="list">
        <${Entry} app=${app} name=${t.expired} hint=${t.expiredHint} from=${() => loadExpired(app)}
          countOf=${(/** @type {Expired} */ { count }) => count} list=${(/** @type {Expired} */ found) => ExpiredHolds({ app, found })} />
        <${Entry} app=${app} name=${t.beyond} hint=${t.beyondHint} from=${() => loadBeyond(app)}
          countOf=${(/** @type {Beyond} */ { orders }) => orders.length} list=${(/** @type {Beyond} */ found) => BeyondOrders({ app, found })} />
      </ul>
    <//>`
}

/**
 * @typedef {object} EntryProps
 * @property {App} app
 * @property {string} name
 * @property {string} hint
 * @property {() => Promise<{ isMore: boolean }>} from
 * @property {(found: any) => number} countOf
 * @property {(found: any) => import('../../../ui/html.js').Children} list
 */

/** @param {EntryProps} props */
function Entry({ app, name, hint, from, countOf, list }) {
  const { locale, loading } = app.texts()
  const fact = (/** @type {import('../../../ui/html.js').Children} */ badge) => html`
    <div class="fact"><div><h3>${name}</h3><small>${hint}</small></div>${badge}</div>`
  const show = (/** @type {{ isMore: boolean }} */ found) => {
    const count = countOf(found)
    const kind = count > 0 ? 'warn' : 'good'
    return html`
      ${fact(html`<${Badge} kind=${kind}>${atLeast(count, found.isMore, locale)}<//>`)}
      <div class="more">${list(found)}</div>`
  }
  return html`
    <li>
      <${Load} app=${app} from=${from} title=${fact(html`<${Badge}>…<//>`)} show=${show}
        loading=${html`<div class="more loading quiet">${loading}</div>`} />
    </li>`
}
