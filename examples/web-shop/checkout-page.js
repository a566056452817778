/** The pages of a checkout: the payment, which stands for a payment provider, and the order. Both show the totals as held. */

import { document, html } from './html.js'
import { describeLine } from './line.js'
import { returnableOf, returnedOf } from './return-pages.js'
import { renderSteps } from './steps.js'
import { amountText } from './stock.js'
import { textsIn } from './texts.js'
import { refundedOf, renderToPay, renderTotals } from './totals.js'
import { dateText, moneyText } from './ui.js'

/** @typedef {import('./orders.js').Checkout} Checkout */
/** @typedef {import('./texts.js').Texts} Texts */ /** The step, texts and buttons of a state. @typedef {{ step?: import('./steps.js').Step, title: string, texts: string[], buttons: unknown }} Parts */

/** Renders the payment of a held checkout, or the order of a completed or cancelled one. @param {import('./html.js').Frame} frame @param {Checkout} checkout @param {string | null} message @param {'tr' | 'en'} language */
export function checkoutPage(frame, checkout, message, language) {
  const t = textsIn[language]
  const { reference, state, cart } = checkout
  const { step, title, texts, buttons } = state === 'held' ? payment(t) : order(checkout, message, t)
  const end = cart && state === 'held' ? renderToPay(cart, buttons, t) : html`${renderReturns(checkout, t)}${buttons}`
  const main = html`${step ? renderSteps(step, t) : []}
    <h1>${title}</h1>
    ${message === 'returned' ? html`<p class="message good" role="status">${t.returned}</p>` : []}
    ${texts.length > 0 ? html`<div class="lead">${texts.map(text => html`<p>${text}</p>`)}<p>${t.orderNumber(reference)}</p></div>` : []}
    ${cart ? renderHeld(checkout, cart, end, t) : end}`
  return document(title, frame, main, t)
}

/** Renders what was held. Sepet does not keep the cart of an old attempt. @param {Checkout} checkout @param {import('./html.js').AnyCart} cart @param {unknown} end what stands below the totals @param {Texts} t */
function renderHeld(checkout, cart, end, t) {
  const lines = cart.included.map(line => {
    const returned = returnedOf(checkout, line.id)
    const amount = amountText(returned, line.attributes.stockUnit, t)
    return describeLine(line, returned > 0 ? html`<em>${t.returnedPieces(amount)}</em>` : [], [], t)
  })
  return html`<div class="columns">
    <ul class="lines" role="list">${lines}</ul>
    <div class="side">${renderTotals(cart, t, checkout.state === 'held' ? t.toPay : t.paid)} ${end}</div>
  </div>`
}

/** Renders what was refunded, and when. @param {Checkout} checkout @param {Texts} t */
function renderReturns(checkout, t) {
  const { returns = [] } = checkout
  const total = refundedOf(checkout)
  if (returns.length === 0 && !total) return []
  const rows = returns.map(
    ({ at, refund }) =>
      html`<div><dt>${dateText(at, t)}</dt><dd>${refund ? moneyText(refund, t) : t.refundUnknown}</dd></div>`,
  )
  return html`<section aria-labelledby="refund"><h2 id="refund">${t.refund}</h2><dl>${rows}${total ? html`<div class="to-pay"><dt>${t.refundTotal}</dt><dd>${moneyText(total, t)}</dd></div>` : []}</dl></section>`
}

/** @param {Texts} t @returns {Parts} */
function payment(t) {
  const buttons = html`<form method="post">
      <button name="do" value="payment-succeeds" class="button">${t.paymentSucceeds}</button>
      <button name="do" value="payment-fails" class="button quiet">${t.paymentFails}</button>
    </form>`
  return { step: 'payment', title: t.titles.payment, texts: [t.pretend], buttons }
}

/** The order; its thanks stand there for ten minutes. @param {Checkout} checkout @param {string | null} message @param {Texts} t @returns {Parts} */
function order(checkout, message, t) {
  const { state, reference, completedAt } = checkout
  if (state === 'cancelled') return { title: t.titles.cancelled, texts: [t.cancelled], buttons: [] }
  const buttons = html`<div class="end"><a class="button" href="/uye-siparisleri">${t.titles.orders}</a>
      ${returnableOf(checkout).length > 0 ? html`<a class="button quiet" href="/order/${reference}/iade">${t.returnItems}</a>` : []}
      <a class="button quiet" href="/order/${reference}/iptal">${t.cancelOrder}</a>
      <a href="/urunler">${t.toProducts}</a></div>`
  const age = Date.now() - Date.parse(completedAt ?? '')
  if (message || age > 600_000) return { title: t.orderNumber(reference), texts: [], buttons }
  return { step: 'thanks', title: t.titles.order, texts: [t.ordered, t.backToApp], buttons }
}
