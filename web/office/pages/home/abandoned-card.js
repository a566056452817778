/** Carts that were abandoned: how many, and what they are worth now. */

import { ButtonLink } from '../../../ui/components/button.js'
import { moneyText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { priceNote } from '../../format/price-note.js'
import { Card } from '../../ui/card.js'
import { Load } from '../../ui/load.js'
import { Stats } from '../../ui/stats.js'
import { queryOf } from '../../url.js'
import { totalOf } from './total-of.js'
import { atLeast } from './left-carts.js'
import { readPages } from './read-pages.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {{ count: number, value: Money, isMore: boolean }} Abandoned */

const DAY = 86_400_000
/** Abandoned is what has not changed for a day, nor for more than thirty. */
const [YOUNGEST, OLDEST] = [DAY, 30 * DAY]
/** Pages of 50 carts that are read. */
const PAGES = 2

/** The card. @param {{ app: App }} props */
export function AbandonedCard({ app }) {
  const { abandoned: t } = app.texts().home
  const show = (/** @type {Abandoned | null} */ found) => html`<${Stats} stats=${statsOf(app, found)} />`
  return html`
    <${Card} title=${t.title} class="amounts">
      <${Load} app=${app} from=${() => loadAbandoned(app)} show=${show} loading=${show(null)} />
      <p class="hint">${t.hint} ${priceNote(app, 'cart')}</p>
      <div class="actions"><${ButtonLink} href="/office/carts?age=1d" icon="basket">${t.open}<//></div>
    <//>`
}

/** @param {App} app @param {Abandoned | null} found null while it is loaded */
function statsOf(app, found) {
  const { locale, home } = app.texts()
  const { abandoned: t } = home
  return [
    { name: t.carts, value: found && atLeast(found.count, found.isMore, locale) },
    { name: t.value, value: found && `${moneyText(found.value, locale)}${found.isMore ? '+' : ''}` },
  ]
}

/** @param {App} app @returns {Promise<Abandoned>} */
async function loadAbandoned(app) {
  const now = Date.now()
  const [from, to] = [OLDEST, YOUNGEST].map(age => new Date(now - age).toISOString())
  const query = queryOf({ include: 'value', limit: 50, 'filter[changedAfter]': from, 'filter[changedBefore]': to })
  const { rows, isMore } = await readPages(app, '/carts', { query, pages: PAGES })
  const values = rows.flatMap(({ value }) => (value ? [value] : []))
  return { count: rows.length, value: totalOf(values, app.session().shop), isMore }
}
