/** The orders page: a note that the shop's own pages list the orders (Sepet takes no orders), and a cart summary. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { ActiveUser } from './page-model.ts'
import { renderSummary } from './summary.ts'
import type { Texts } from './texts/tr.ts'

/** Renders the orders page: a note about orders for a member, a note that the page is for members for a guest, and the cart. */
export function renderOrders(user: ActiveUser, t: Texts): SafeHtml {
  const [title, text] = user.identity === 'member' ? [t.noOrders, t.ordersElsewhere] : [t.membersOnly, t.logIn]
  return html`<h1>${t.titles.orders}</h1>
    <div class="columns">
      <div class="goods">
        <section class="card">
          <h2>${title}</h2>
          <p>${text}</p>
        </section>
      </div>
      ${renderSummary(user.cart, t.yourCart, t)}
    </div>`
}
