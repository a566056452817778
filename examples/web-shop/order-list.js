/** The list of a shopper's orders: what became of each, when it was placed, what was paid and refunded, and its lines. */

import { html, nameOf } from './html.js'
import { quantityText } from './stock.js'
import { refundedOf, toPay } from './totals.js'
import { dateText, moneyText } from './ui.js'

/** @typedef {import('./orders.js').Checkout} Order */
/** @typedef {import('./texts.js').Texts} Texts */

/** Renders orders, the newest first. @param {Order[]} orders @param {Texts} t */
export function renderOrders(orders, t) {
  if (orders.length === 0) return html`<p class="empty">${t.noOrders}</p>`
  return html`<ul class="orders" role="list">${orders.map(order => renderOrder(order, t))}</ul>`
}

/** @param {Order} order @param {Texts} t */
function renderOrder(order, t) {
  const { reference, state, completedAt, cart } = order
  const paid = cart && toPay(cart)
  const refunded = refundedOf(order)
  const lines = cart?.included.map(
    line => html`<li>${quantityText(line.attributes, t)} <span dir="auto">${nameOf(line)}</span></li>`,
  )
  return html`<li>
      <a href="/order/${reference}">${t.orderNumber(reference)}</a>
      <p>${completedAt === null ? [] : html`<time datetime="${completedAt}">${dateText(completedAt, t)}</time>`} <em class="${state}">${state === 'cancelled' ? t.orderStates.cancelled : t.orderStates.completed}</em></p>
      <p><span class="note">${t.paid}</span> <strong>${paid && moneyText(paid, t)}</strong></p>
      ${refunded ? html`<p class="refunded"><span class="note">${t.refundTotal}</span> <span class="money">${moneyText(refunded, t)}</span></p>` : []}
      <ul class="note" role="list">${lines}</ul>
    </li>`
}
