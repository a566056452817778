/** The list of a shopper's orders: what became of each, when it was placed, and its total as held. */

import { html } from './html.js'
import { moneyText } from './ui.js'

/** @typedef {import('./texts.js').Texts} Texts */
/** An order as the list of checkouts has it. @typedef {{ reference: string, state: 'completed' | 'cancelled', completedAt: string | null, grandTotal: import('./html.js').Money }} Order */

/** Renders orders, the newest first. @param {Order[]} orders @param {Texts} t */
export function renderOrders(orders, t) {
  if (orders.length === 0) return html`<p class="empty">${t.noOrders}</p>`
  return html`<ul class="orders" role="list">${orders.map(order => renderOrder(order, t))}</ul>
    <p class="note">${t.ordersNote}</p>`
}

/** @param {Order} order @param {Texts} t */
function renderOrder({ reference, state, completedAt, grandTotal }, t) {
  return html`<li>
      <a href="/order/${reference}">${t.orderNumber(reference)}</a>
      <p>${completedAt === null ? [] : renderDate(completedAt, t)} <em class="${state}">${t.orderStates[state]}</em></p>
      <p><span class="note">${t.total}</span> <strong>${moneyText(grandTotal, t)}</strong></p>
    </li>`
}

/** @param {string} time @param {Texts} t */
function renderDate(time, t) {
  const format = new Intl.DateTimeFormat(t.language, { dateStyle: 'long' })
  return html`<time datetime="${time}">${format.format(new Date(time))}</time>`
}
