/** The pages of a checkout: the payment, which stands for a payment provider, and the order. Both show the totals as held. */

import { document, html } from './html.js'
import { describeLine } from './page.js'
import { textsIn } from './texts.js'
import { renderTotals } from './totals.js'

/** @typedef {import('./orders.js').Checkout} Checkout */
/** @typedef {import('./texts.js').Texts} Texts */

/** Renders the payment of a held checkout, or the order of a completed or cancelled one. @param {Checkout} checkout @param {'tr' | 'en'} language */
export function checkoutPage(checkout, language) {
  const t = textsIn[language]
  const { reference, state, customerId, cart } = checkout
  const { title, text, buttons } = state === 'held' ? payment(t) : order(state, t)
  const main = html`<h1>${title}</h1>
    <p>${t.orderNumber(reference)}</p>
    <p>${text}</p>
    ${cart ? renderHeld(cart, t) : []}
    ${buttons}`
  return document(title, customerId === null ? { identity: 'guest' } : { identity: 'member', customerId }, main, t)
}

/** Renders what was held. Sepet does not keep the cart of an old attempt. @param {import('./html.js').Cart} cart @param {Texts} t */
function renderHeld(cart, t) {
  return html`<ul class="lines">${cart.included.map(line => describeLine(line, [], [], t))}</ul>
    ${renderTotals(cart, t)}`
}

/** @param {Texts} t */
function payment(t) {
  const buttons = html`<form method="post" class="row">
      <button name="do" value="payment-succeeds">${t.paymentSucceeds}</button>
      <button name="do" value="payment-fails">${t.paymentFails}</button>
    </form>`
  return { title: t.titles.payment, text: t.pretend, buttons }
}

/** @param {Checkout['state']} state @param {Texts} t */
function order(state, t) {
  if (state === 'cancelled') return { title: t.titles.cancelled, text: t.cancelled, buttons: [] }
  const buttons = html`<form method="post" class="row"><button name="do" value="cancel-order">${t.cancelOrder}</button></form>`
  return { title: t.titles.order, text: t.ordered, buttons }
}
