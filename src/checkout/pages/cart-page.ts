/** The cart page: what lies in the cart, what it comes to, and the way on to payment. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { CartDocument } from '../../cart/cart.document.ts'
import { linesOf, renderLines } from './lines.ts'
import { renderMessage } from './message.ts'
import { renderGrandTotal, renderTotals } from './totals.ts'
import { renderWarnings } from './warnings.ts'

/** Renders a cart with its totals beside it, or below it on a phone. */
export function renderCart(cart: CartDocument): SafeHtml {
  if (cart.included.length === 0) return renderEmptyCart()
  return html`<h1>Sepetim <span class="count">${cart.included.length} ürün</span></h1>
    <div class="columns">
      <section class="goods" aria-label="Ürünler">${renderLines(linesOf(cart), 'full')}</section>
      <section class="summary" aria-labelledby="ozet">
        <div class="sums">
          <h2 id="ozet">Sipariş özeti</h2>
          ${renderTotals(cart)}
          ${renderWarnings(cart)}
        </div>
        <div class="bar">
          ${renderGrandTotal(cart)}
          <a class="button" href="/odeme">Ödemeye geç</a>
        </div>
      </section>
    </div>`
}

/** What stands in place of a cart without lines, on the way to payment too. */
export function renderEmptyCart(): SafeHtml {
  return renderMessage({
    title: 'Sepetiniz boş',
    text: html`<p>Beğendiğiniz ürünleri uygulamada sepete ekleyin; burada sizi beklesinler.</p>`,
  })
}
