/** The cart summary beside the content of a page. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { renderLines } from './lines.ts'
import { renderOffers } from './offers.ts'
import type { ShownCart } from './page-model.ts'
import type { Texts } from './texts/tr.ts'
import { renderGrandTotal, renderTotals, renderVat } from './totals.ts'
import { renderWarnings } from './warnings.ts'

/** Renders a title, compact lines, totals and a link to the cart page. */
export function renderSummary(cart: ShownCart, title: string, t: Texts): SafeHtml {
  return html`<section class="summary" aria-labelledby="ozet">
        <div class="sums">
          <h2 id="ozet">${title}</h2>
          ${cart.included.length > 0 ? renderContents(cart, t) : html`<p>${t.emptyCart.title}.</p>`}
          <a class="button quiet" href="/sepet">${t.toCart}</a>
        </div>
      </section>`
}

function renderContents(cart: ShownCart, t: Texts): SafeHtml {
  return html`${renderLines(cart.included, 'compact', t)}
          ${renderTotals(cart, t)}
          ${renderOffers(cart, t)}
          ${renderWarnings(cart, t)}
          ${renderGrandTotal(cart, t)}
          ${renderVat(cart, t)}`
}
