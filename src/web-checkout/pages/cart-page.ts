/** The cart page: lines, totals, warnings and the link to the checkout page. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { renderLines } from './lines.ts'
import { renderMessage } from './message.ts'
import { renderOffers } from './offers.ts'
import type { ShownCart } from './page-model.ts'
import type { Texts } from './texts/tr.ts'
import { renderGrandTotal, renderTotals, renderVat } from './totals.ts'
import { renderWarnings } from './warnings.ts'

/** Renders a cart with its totals beside the lines, or below them on a phone, where a bar repeats the grand total. An empty cart gets a message. */
export function renderCart(cart: ShownCart, t: Texts): SafeHtml {
  if (cart.included.length === 0) return renderMessage(t.emptyCart)
  return html`<h1>${t.titles.cart} <span class="count">${t.items(cart.included.length)}</span></h1>
    <div class="columns">
      <section class="goods" aria-label="${t.products}">${renderLines(cart.included, 'full', t)}</section>
      <section class="summary" aria-labelledby="ozet">
        <div class="sums">
          <h2 id="ozet">${t.orderSummary}</h2>
          ${renderTotals(cart, t)}
          ${renderOffers(cart, t)}
          ${renderWarnings(cart, t)}
          ${renderGrandTotal(cart, t)}
          ${renderVat(cart, t)}
        </div>
        <div class="bar">
          ${renderGrandTotal(cart, t)}
          <a class="button" href="/odeme">${t.toPayment}</a>
        </div>
      </section>
    </div>`
}
