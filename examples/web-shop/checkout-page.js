/** The pages of a checkout: the payment, which stands for a payment provider, and the order. Both show the totals as held. */

import { document, html } from './html.js'
import { describeLine } from './line.js'
import { renderSteps } from './steps.js'
import { textsIn } from './texts.js'
import { renderToPay, renderTotals } from './totals.js'

/** @typedef {import('./orders.js').Checkout} Checkout */
/** @typedef {import('./texts.js').Texts} Texts */
/** The step, texts and buttons of a state. @typedef {{ step?: import('./steps.js').Step, title: string, texts: string[], buttons: unknown }} Parts */

/** Renders the payment of a held checkout, or the order of a completed or cancelled one. @param {import('./html.js').Frame} frame @param {Checkout} checkout @param {'tr' | 'en'} language */
export function checkoutPage(frame, { reference, state, cart }, language) {
  const t = textsIn[language]
  const { step, title, texts, buttons } = state === 'held' ? payment(t) : order(state, t)
  const end = cart && state === 'held' ? renderToPay(cart, buttons, t) : buttons
  const main = html`${step ? renderSteps(step, t) : []}
    <h1>${title}</h1>
    <div class="lead">${texts.map(text => html`<p>${text}</p>`)}<p>${t.orderNumber(reference)}</p></div>
    ${cart ? renderHeld(cart, end, t) : end}`
  return document(title, frame, main, t)
}

/** Renders what was held. Sepet does not keep the cart of an old attempt. @param {import('./html.js').AnyCart} cart @param {unknown} end what stands below the totals @param {Texts} t */
function renderHeld(cart, end, t) {
  return html`<div class="columns">
    <ul class="lines" role="list">${cart.included.map(line => describeLine(line, [], [], t))}</ul>
    <div class="side">${renderTotals(cart, t)} ${end}</div>
  </div>`
}

/** @param {Texts} t @returns {Parts} */
function payment(t) {
  const buttons = html`<form method="post">
      <button name="do" value="payment-succeeds" class="button">${t.paymentSucceeds}</button>
      <button name="do" value="payment-fails" class="button quiet">${t.paymentFails}</button>
    </form>`
  return { step: 'payment', title: t.titles.payment, texts: [t.pretend], buttons }
}

/** @param {Checkout['state']} state @param {Texts} t @returns {Parts} */
function order(state, t) {
  if (state === 'cancelled') return { title: t.titles.cancelled, texts: [t.cancelled], buttons: [] }
  const buttons = html`<form method="post" class="end"><a class="button" href="/uye-siparisleri">${t.titles.orders}</a>
      <button name="do" value="cancel-order" class="button quiet">${t.cancelOrder}</button></form>`
  return { step: 'thanks', title: t.titles.order, texts: [t.ordered, t.backToApp], buttons }
}
