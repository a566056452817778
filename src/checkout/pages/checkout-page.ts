/** The checkout page: the cart in short, who orders it, and that payment belongs to the shop's own web checkout. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { Visitor } from '../visitor.ts'
import { renderEmptyCart } from './cart-page.ts'
import { linesOf, renderLines } from './lines.ts'
import { renderGrandTotal, renderTotals } from './totals.ts'
import { renderWarnings } from './warnings.ts'

type Known = Exclude<Visitor, { identity: 'none' }>

/** Renders what is about to be ordered. It takes no payment and has no form that pretends to. */
export function renderCheckout(who: Known): SafeHtml {
  const { cart } = who
  if (cart.included.length === 0) return renderEmptyCart()
  return html`<h1>Ödeme</h1>
    <div class="columns">
      <div class="goods">
        ${renderPayer(who)}
        ${renderSteps()}
      </div>
      <section class="summary" aria-labelledby="ozet">
        <div class="sums">
          <h2 id="ozet">Sipariş özeti</h2>
          ${renderLines(linesOf(cart), 'compact')}
          ${renderTotals(cart)}
          ${renderWarnings(cart)}
          ${renderGrandTotal(cart)}
          <a class="button quiet" href="/sepet">Sepete dön</a>
        </div>
      </section>
    </div>`
}

/** A link may have been meant for somebody else, so a member is asked to look. */
function renderPayer(who: Known): SafeHtml {
  const member = who.identity === 'member'
  return html`<section class="card">
          <h2>Siparişi veren</h2>
          <p>${member ? `Üye · Müşteri no. ${who.customerId}` : 'Misafir'}</p>
          ${member ? html`<p class="hint">Bu siz değilseniz devam etmeyin; uygulamaya dönüp tekrar deneyin.</p>` : null}
        </section>`
}

function renderSteps(): SafeHtml {
  return html`<section class="card">
          <h2>Teslimat ve ödeme</h2>
          <p>Teslimat ve ödeme adımları mağazanın kendi web sitesinde tamamlanır.</p>
          <p class="hint">Bu sayfa, mağazanın ödeme sayfası bağlanana kadar onun yerini tutan bir örnektir: burada ödeme
            alınmaz, kart bilgisi istenmez ve sipariş oluşturulmaz.</p>
        </section>`
}
