/** How many products on sale have nothing left now, by their stocks and not by events. Items that are sold at any stock do not count. */

import { html } from '../../../ui/html.js'
import { Load } from '../../ui/load.js'
import { queryOf } from '../../url.js'
import { atLeast } from './left-carts.js'
import { readPages } from './read-pages.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ rows: { id: number }[], isMore: boolean }} Found */

/** The number, with a link to the products. @param {{ app: App }} props */
export function SoldOutNow({ app }) {
  const { locale, loading, home } = app.texts()
  const { now } = home.soldOut
  const show = (/** @type {Found} */ { rows, isMore }) =>
    rows.length === 0
      ? html`<p class="hint">${now.none}</p>`
      : html`<p><a href="/office/products?low=0&backorder=no">${now.some(atLeast(rows.length, isMore, locale))}</a></p>`
  return html`<${Load} app=${app} from=${() => loadSoldOut(app)} show=${show} loading=${html`<p class="hint">${loading}</p>`} />`
}

/** @param {App} app @returns {Promise<Found>} */
function loadSoldOut(app) {
  const filters = { 'filter[onSale]': 'true', 'filter[stockAtMost]': '0', 'filter[backorder]': 'false' }
  const query = queryOf({ sort: 'stock', ...filters, limit: 200 })
  return readPages(app, '/products', { query, pages: 1 })
}
