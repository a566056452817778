/** The checkout page: the cart in short, who orders it, and that payment belongs to the shop's own web checkout. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { renderMessage } from './message.ts'
import type { ActiveUser } from './page-model.ts'
import { renderSummary } from './summary.ts'
import type { Texts } from './texts/tr.ts'

/** Renders what is about to be ordered. It takes no payment and has no form that pretends to. */
export function renderCheckout(who: ActiveUser, t: Texts): SafeHtml {
  if (who.cart.included.length === 0) return renderMessage(t.emptyCart)
  return html`<h1>${t.titles.checkout}</h1>
    <div class="columns">
      <div class="goods">
        ${renderPayer(who, t)}
        ${renderSteps(t)}
      </div>
      ${renderSummary(who.cart, t.orderSummary, t)}
    </div>`
}

/** A link may have been meant for somebody else, so a member is asked to look. */
function renderPayer(who: ActiveUser, t: Texts): SafeHtml {
  const member = who.identity === 'member'
  return html`<section class="card">
          <h2>${t.payer}</h2>
          <p>${member ? t.member(who.customerId) : t.guest}</p>
          ${member ? html`<p class="hint">${t.notYou}</p>` : null}
        </section>`
}

function renderSteps(t: Texts): SafeHtml {
  return html`<section class="card">
          <h2>${t.deliveryAndPayment}</h2>
          <p>${t.paymentElsewhere}</p>
          <p class="hint">${t.paymentExample}</p>
        </section>`
}
