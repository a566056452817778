/** The coupon of a cart: the one that applies, why the chosen one does not, and the forms for another, such as one that is for this member. */

import { alert, html, messageOf } from './html.js'
import { moneyText } from './ui.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {NonNullable<NonNullable<Cart['data']['meta']>['coupon']>} Unapplied */
/** @typedef {ReturnType<typeof import('../../src/cart/own-coupons/own-coupons.document.ts').presentOwnCoupons>['data'][number]} MyCoupon `id`: the code */

/** Reasons with which a code is stored: every answer with the cart names it from then on, until it applies (docs/cart.md). */
const STORED = ['audience', 'campaign', 'products', 'minimum_quantity', 'minimum_total']

/** Returns the message about a code that was refused and not stored, as a key of the texts' messages. @param {Cart} cart the answer to the code */
export function refusedCode({ data }) {
  if (data.attributes.appliedCoupon) return undefined
  const reason = data.meta?.coupon?.reason ?? ''
  return STORED.includes(reason) ? undefined : `coupon-${reason}`
}

/** Whether a message is about a coupon: it stands beside the coupon, not at the top of the page. @param {string} key */
export const isAboutCoupon = key => key === '/couponCode' || key.startsWith('coupon-')

/** Renders the coupon. @param {Cart} cart @param {{ message: string | null, myCoupons: MyCoupon[] }} model `message`: a key of the texts' messages @param {Texts} t */
export function renderCoupon({ data }, { message, myCoupons }, t) {
  const { appliedCoupon: applied } = data.attributes
  const unapplied = data.meta?.coupon
  const chosen = applied
    ? renderChosen(applied.code, html`<span dir="auto">${applied.description}</span>`, t)
    : unapplied
      ? html`${renderChosen(unapplied.code, [], t)}<p class="message" role="status">${sentenceOf(unapplied, t)}</p>`
      : []
  return html`<section aria-labelledby="coupon"><h2 id="coupon">${t.coupon}</h2>
    ${message !== null && isAboutCoupon(message) ? alert(knownOr(message, t)) : []}
    ${chosen} ${applied ? [] : [renderMyCoupons(myCoupons, t), renderEntry(t)]}</section>`
}

/** @param {string} code @param {unknown} description @param {Texts} t */
function renderChosen(code, description, t) {
  return html`<div class="row"><p><strong dir="auto">${code}</strong> ${description}</p>
      <button name="do" value="remove-coupon" class="button quiet">${t.removeCoupon}</button></div>`
}

/** @param {MyCoupon[]} coupons @param {Texts} t */
function renderMyCoupons(coupons, t) {
  if (coupons.length === 0) return []
  const items = coupons.map(
    ({
      id: code,
      attributes,
    }) => html`<li class="row"><p><strong dir="auto">${code}</strong> <span dir="auto">${attributes.description}</span></p>
        <button name="do" value="take-coupon ${code}" class="button quiet">${t.apply} <span class="visually-hidden">${code}</span></button></li>`,
  )
  return html`<p class="note" id="my-coupons">${t.myCoupons}</p><ul role="list" aria-labelledby="my-coupons">${items}</ul>`
}

/** @param {Texts} t */
function renderEntry(t) {
  return html`<div class="row"><label>${t.couponCode}
      <input name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100"></label>
      <button name="do" value="take-coupon" class="button quiet">${t.apply}</button></div>`
}

/** Says why a coupon does not apply, and what is missing. @param {Unapplied} coupon @param {Texts} t */
function sentenceOf({ reason, missingAmount, missingQuantity, limitedToProducts }, t) {
  const missing = [
    ...(missingQuantity === undefined ? [] : [t.pieces(missingQuantity)]),
    ...(missingAmount ? [moneyText(missingAmount, t)] : []),
  ]
  if (missing.length > 0) return t.couponLacks(missing, limitedToProducts === true)
  return knownOr(`coupon-${reason}`, t)
}

/** The sentence of a key; a general one for a reason that is new. @param {string} key @param {Texts} t */
const knownOr = (key, t) => messageOf(Object.hasOwn(t.messages, key) ? key : 'coupon-other', t)
