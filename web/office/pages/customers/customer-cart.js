/** The cart of a customer in a few words, and whether its coupon applies: the way from a question to its answer is one click. */

import { moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Problem } from '../../../ui/request.js'
import { Card } from '../../ui/card.js'
import { path } from '../../url.js'
import { namesFor } from '../carts/names-for.js'
import { RefusedCoupon } from '../carts/refused-coupon.js'
import { Verdict } from '../carts/verdict.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../carts/cart-types.js').OwnerCart} OwnerCart */
/** @typedef {{ owned: OwnerCart, names: import('../carts/condition-text.js').Names }} CustomerCartProps */

/** Reads the cart; null for who may not, and where it cannot be read. @param {App} app @param {string} id @returns {Promise<CustomerCartProps | null>} */
export async function loadCustomerCart(app, id) {
  if (!app.can('carts:read')) return null
  try {
    const { data: owned } = await app.api.get(path`/carts/${`member:${id}`}`)
    return { owned, names: await namesFor(app, owned) }
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** The card. @param {CustomerCartProps & { app: App }} props */
export function CustomerCart({ app, owned, names }) {
  const { carts, customers: t, locale } = app.texts()
  const { grandTotal, totalQuantity } = owned.cart.data.attributes
  const href = path`/office/carts/${owned.subject}`
  const isSilent = owned.coupon === null && !owned.refusedCoupon
  return html`
    <${Card} title=${t.cart}>
      <${Verdict} app=${app} owned=${owned} names=${names} />
      <${RefusedCoupon} app=${app} owned=${owned} />
      <p>${grandTotal ? t.cartHas(numberText(totalQuantity, locale), moneyText(grandTotal, locale)) : carts.emptyCart}</p>
      ${isSilent && html`<p class="hint">${t.cartWithoutCoupon} ${carts.noCouponHint}</p>`}
      <p><a href=${href}>${t.whyInCart}</a></p>
    <//>`
}
