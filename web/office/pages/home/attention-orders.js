/** The orders of an entry that needs attention, with links where the office has their pages. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Badge } from '../../ui/badge.js'
import { UserText } from '../../ui/user-text.js'
import { path } from '../../url.js'
import { mayOpen } from './pages-of-office.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./attention.js').Order} Order */

const EXPIRED_PAGE = '/office/checkouts?state=expired'

/** The link to the holds that have expired. @param {{ app: App, found: import('./attention.js').Expired }} props */
export function ExpiredHolds({ app, found: { count } }) {
  const { attention: t } = app.texts().home
  if (count === 0) return t.nothing
  return mayOpen(app, EXPIRED_PAGE) ? html`<a href=${EXPIRED_PAGE}>${t.open}</a>` : t.listed
}

/** The orders beyond a limit or the stock. @param {{ app: App, found: import('./attention.js').Beyond }} props */
export function BeyondOrders({ app, found: { orders, lookedAt, isMore } }) {
  const { home, locale } = app.texts()
  const { attention: t } = home
  const more = isMore && html`<p class="hint">${t.more(numberText(lookedAt, locale))}</p>`
  if (orders.length === 0) return html`${!isMore && t.nothing}${more}`
  return html`
    <details>
      <summary>${t.show}</summary>
      <ul class="entries" role="list">${orders.map(order => html`<${Entry} key=${order.reference} app=${app} order=${order} />`)}</ul>
    </details>
    ${more}`
}

/** @param {{ app: App, order: Order }} props */
function Entry({ app, order: { reference, overLimit, overStock } }) {
  const { checkouts: t } = app.texts()
  const href = path`/office/checkouts/${reference}`
  const name = html`<${UserText} text=${reference} />`
  return html`
    <li>
      ${mayOpen(app, href) ? html`<a href=${href}>${name}</a>` : html`<span>${name}</span>`}
      <span class="badges">
        ${overLimit && html`<${Badge} kind="warn">${t.overLimit}<//>`}${overStock && html`<${Badge} kind="warn">${t.overStock}<//>`}
      </span>
    </li>`
}
