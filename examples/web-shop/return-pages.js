/** The pages that ask before an order is cancelled or its items are returned, and say what follows. */

import { randomUUID } from 'node:crypto'
import { alert, document, html, messageOf, nameOf } from './html.js'
import { amountText, quantityText } from './stock.js'
import { textsIn } from './texts.js'
import { refundedOf, subtract, toPay } from './totals.js'
import { moneyText } from './ui.js'

/** @typedef {import('./orders.js').Checkout} Checkout */
/** @typedef {import('./sepet.js').ReturnedPieces} ReturnedPieces */
/** @typedef {import('./texts.js').Texts} Texts */
/** The pieces that were chosen, and what they refund or why they cannot be returned. @typedef {{ pieces: ReturnedPieces, plan?: import('./sepet.js').PlannedReturn, message?: string | null }} Asked */

/** Reads chosen pieces from a query or a form, such as `<item>=2`. @param {URLSearchParams} fields @returns {ReturnedPieces} */
export const readPieces = fields =>
  [...fields].flatMap(([itemId, quantity]) =>
    /^[0-9a-f-]{36}$/.test(itemId) && /^[1-9]\d{0,5}$/.test(quantity) ? { itemId, quantity: Number(quantity) } : [],
  )

/** How many pieces of a line came back. @param {Checkout} checkout @param {string} id of the line */
export const returnedOf = ({ returns = [] }, id) =>
  returns.flatMap(({ lines }) => lines).reduce((sum, { itemId, quantity }) => (itemId === id ? sum + quantity : sum), 0)

/** The lines of which something can be returned, and how much. @param {Checkout} checkout */
export const returnableOf = checkout =>
  (checkout.cart?.included ?? []).flatMap(line => {
    const left = line.attributes.quantity - returnedOf(checkout, line.id)
    return left > 0 ? { line, left } : []
  })

/** Asks before an order is cancelled. @param {import('./html.js').Frame} frame @param {Checkout} checkout @param {'tr' | 'en'} language */
export function cancelPage(frame, checkout, language) {
  const t = textsIn[language]
  const paid = checkout.cart && toPay(checkout.cart)
  const refunded = refundedOf(checkout)
  const rest = paid && (refunded ? subtract(paid, refunded) : paid)
  const main = html`<h1>${t.cancelQuestion}</h1>
    <div class="lead"><p>${t.orderNumber(checkout.reference)}</p>
      ${rest ? html`<p>${t.cancelRefunds} <strong class="money">${moneyText(rest, t)}</strong></p>` : []}
      <p>${t.cancelFollows}</p></div>
    <form method="post" action="/order/${checkout.reference}" class="end">
      <button name="do" value="cancel-order" class="button danger">${t.cancelYes}</button>
      <a class="button quiet" href="/order/${checkout.reference}">${t.cancelNo}</a></form>`
  return document(t.cancelQuestion, frame, main, t)
}

/** Asks which pieces come back, and then whether the refund is right. @param {import('./html.js').Frame} frame @param {Checkout} checkout @param {Asked} asked @param {'tr' | 'en'} language */
export function returnPage(frame, checkout, { pieces, plan, message }, language) {
  const t = textsIn[language]
  const main = html`<h1>${t.titles.returns}</h1>
    ${message ? alert(messageOf(message, t)) : []}
    <p>${t.orderNumber(checkout.reference)}</p>
    ${plan ? renderPlan(checkout, pieces, plan, t) : renderChoice(checkout, pieces, t)}`
  return document(t.titles.returns, frame, main, t)
}

/** @param {Checkout} checkout @param {ReturnedPieces} pieces @param {Texts} t */
function renderChoice(checkout, pieces, t) {
  const lines = returnableOf(checkout).map(({ line, left }) => {
    const chosen = pieces.find(({ itemId }) => itemId === line.id)?.quantity ?? 0
    return html`<li><label><span dir="auto">${nameOf(line)}</span> <span class="note">${t.returnable(amountText(left, line.attributes.stockUnit, t))}</span>
        <input name="${line.id}" type="number" min="0" max="${left}" step="1" inputmode="numeric" value="${chosen}" required></label></li>`
  })
  return html`<form action="/order/${checkout.reference}/iade" class="end">
      <ul class="lines choice" role="list">${lines}</ul>
      <button class="button">${t.showRefund}</button>
      <a class="button quiet" href="/order/${checkout.reference}">${t.goBack}</a></form>`
}

/** @param {Checkout} checkout @param {ReturnedPieces} pieces @param {import('./sepet.js').PlannedReturn} plan @param {Texts} t */
function renderPlan({ reference, cart }, pieces, plan, t) {
  const rows = plan.lines.map(({ itemId, quantity, refund }) => {
    const line = cart?.included.find(({ id }) => id === itemId)
    return html`<div><dt>${quantityText({ quantity, stockUnit: line?.attributes.stockUnit ?? '' }, t)} <span dir="auto">${line && nameOf(line)}</span></dt><dd>${refund && moneyText(refund, t)}</dd></div>`
  })
  const fields = pieces.map(({ itemId, quantity }) => html`<input type="hidden" name="${itemId}" value="${quantity}">`)
  const again = new URLSearchParams(pieces.map(({ itemId, quantity }) => [itemId, String(quantity)]))
  return html`<section aria-labelledby="refund"><h2 id="refund">${t.refund}</h2>
      <dl>${rows}<div class="to-pay"><dt>${t.refundPlanned}</dt><dd>${plan.refund ? moneyText(plan.refund, t) : t.refundUnknown}</dd></div></dl>
      <p class="note">${t.returnFollows}</p></section>
    <form method="post" action="/order/${reference}" class="end">
      <input type="hidden" name="key" value="${randomUUID()}">${fields}
      <button name="do" value="return" class="button">${t.returnYes}</button>
      <a class="button quiet" href="/order/${reference}/iade?change&amp;${again}">${t.changeReturn}</a>
      <a href="/order/${reference}">${t.goBack}</a></form>`
}
