/** Products with little left: how many, and the items that have the least, by their variants. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Card } from '../../ui/card.js'
import { Load } from '../../ui/load.js'
import { UserText } from '../../ui/user-text.js'
import { queryOf } from '../../url.js'
import { lowestOf } from '../products/lowest-item.js'
import { atLeast } from './left-carts.js'
import { readPages } from './read-pages.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../products/product-edits.js').Product} Product */
/** @typedef {{ rows: Product[], isMore: boolean }} Found */

/** The stock that is little. */
const LITTLE = 5
/** Items that are named. */
const NAMED = 5

/** The card. @param {{ app: App }} props */
export function LowStockCard({ app }) {
  const texts = app.texts()
  const { lowStock: t } = texts.home
  return html`
    <${Card} title=${t.title}>
      <div class="few">
        <${Load} app=${app} from=${() => loadLow(app)} show=${(/** @type {Found} */ found) => LowStocks({ app, found })}
          loading=${html`<p class="hint">${texts.loading}</p>`} />
      </div>
      <p><a href=${`/office/products${queryOf({ low: LITTLE, backorder: 'no' })}`}>${t.open}</a></p>
    <//>`
}

/** @param {{ app: App, found: Found }} props */
function LowStocks({ app, found: { rows, isMore } }) {
  const { home, locale } = app.texts()
  const { lowStock: t } = home
  if (rows.length === 0) return html`<p class="hint">${t.none(numberText(LITTLE, locale))}</p>`
  return html`
    <p>${t.some(atLeast(rows.length, isMore, locale), numberText(LITTLE, locale))}</p>
    <ul class="entries" role="list">${rows.slice(0, NAMED).map(product => html`<${Entry} key=${product.id} app=${app} product=${product} />`)}</ul>`
}

/** @param {{ app: App, product: Product }} props */
function Entry({ app, product }) {
  const { carts, home, locale } = app.texts()
  const lowest = lowestOf(product)
  return html`
    <li>
      <span><${UserText} text=${product.name} />${lowest.variant && html`, <${UserText} text=${lowest.variant} />`}</span>
      <span class="number">${home.lowStock.left(numberText(lowest.stock, locale))} <bdi>${carts.unit(product.stockUnit)}</bdi></span>
    </li>`
}

/** @param {App} app @returns {Promise<Found>} */
function loadLow(app) {
  const filters = { 'filter[onSale]': 'true', 'filter[stockAtMost]': String(LITTLE), 'filter[backorder]': 'false' }
  return readPages(app, '/products', { query: queryOf({ sort: 'stock', ...filters, limit: 200 }), pages: 1 })
}
