/** The checkout page: the customer, a cart summary, and a note that the shop's own web checkout takes the payment. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { renderMessage } from './message.ts'
import type { ActiveUser } from './page-model.ts'
import { renderSummary } from './summary.ts'
import type { Texts } from './texts/tr.ts'

/** Renders the checkout page. It takes no payment and contains no form. */
export function renderCheckout(user: ActiveUser, t: Texts): SafeHtml {
  if (user.cart.included.length === 0) return renderMessage(t.emptyCart)
  return html`<h1>${t.titles.checkout}</h1>
    <div class="columns">
      <div class="goods">
        ${renderPayer(user, t)}
        ${renderSteps(t)}
      </div>
      ${renderSummary(user.cart, t.orderSummary, t)}
    </div>`
}

/**
 * Renders the customer. A member sees a hint to check the customer number, because a link may have been sent to another person.
 */
function renderPayer(user: ActiveUser, t: Texts): SafeHtml {
  const member = user.identity === 'member'
  return html`<section class="card">
          <h2>${t.payer}</h2>
          <p>${member ? t.member(user.customerId) : t.guest}</p>
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
