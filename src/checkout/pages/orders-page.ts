/** Where a member's orders will be, beside the cart: Sepet takes no orders, so the shop's own pages show them. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { ActiveUser } from './page-model.ts'
import { renderSummary } from './summary.ts'
import type { Texts } from './texts/tr.ts'

/** Renders the place of a member's orders, or says that it is for members, and the cart of either. */
export function renderOrders(who: ActiveUser, t: Texts): SafeHtml {
  const [title, text] = who.identity === 'member' ? [t.noOrders, t.ordersElsewhere] : [t.membersOnly, t.logIn]
  return html`<h1>${t.titles.orders}</h1>
    <div class="columns">
      <div class="goods">
        <section class="card">
          <h2>${title}</h2>
          <p>${text}</p>
        </section>
      </div>
      ${renderSummary(who.cart, t.yourCart, t)}
    </div>`
}
