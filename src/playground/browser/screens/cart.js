/** The cart: its lines, coupon, campaigns and sums, all as the latest answer says; and the way to the checkout. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { moneyText, numberText } from '../money.js'
import { drawCampaigns, drawCoupon } from './choices.js'
import { drawLine } from './line.js'
import { heading } from './parts.js'
import { drawTotals } from './totals.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').CartDocument} CartDocument */

/** @param {App} app */
export function drawCart(app) {
  const { cart } = app.state
  const isEmpty = cart === null || cart.included.length === 0
  return [
    h('header.bar', {}, heading(app.texts().cart), cart !== null && !isEmpty && drawCount(app, cart)),
    ...(cart === null || isEmpty ? [drawEmpty(app)] : drawFull(app, cart)),
  ]
}

/** @param {App} app @param {CartDocument} cart */
function drawCount({ texts }, cart) {
  const t = texts()
  return [
    h('span.hint', {}, t.items(numberText(cart.included.length, t.locale))),
    h('button.round', { type: 'button', 'data-do': 'empty', 'aria-label': t.emptyIt }, icon('bin')),
  ]
}

/** @param {App} app */
function drawEmpty({ texts }) {
  const t = texts()
  return h(
    'div.message',
    { 'data-key': 'empty' },
    icon('basket'),
    h('h3', {}, t.emptyCart),
    h('p', {}, t.emptyCartHint),
    h('button.button', { type: 'button', 'data-do': 'open', 'data-screen': 'shop' }, t.toShop),
  )
}

/** @param {App} app @param {CartDocument} cart */
function drawFull(app, cart) {
  return [
    h('ul.lines', { role: 'list', 'data-key': 'lines' }, ...cart.included.map(line => drawLine(app, line))),
    drawCoupon(app, cart),
    drawCampaigns(app, cart),
    drawTotals(app, cart),
    drawCheckout(app, cart),
  ]
}

/** @param {App} app @param {CartDocument} cart */
function drawCheckout({ state, texts }, { data: { attributes } }) {
  const t = texts()
  const seconds = Math.ceil((state.checkoutFrom - Date.now()) / 1000)
  const { grandTotal, belowMinimumOrder, minimumOrderAmount } = attributes
  return h(
    'div.way-out',
    { 'data-key': 'way-out' },
    belowMinimumOrder &&
      minimumOrderAmount &&
      h('p.alert', {}, t.belowMinimum(moneyText(minimumOrderAmount, t.locale))),
    h(
      'div.row',
      {},
      grandTotal && h('p.grand', {}, h('small', {}, t.grandTotal), h('b.money', {}, moneyText(grandTotal, t.locale))),
      h(
        'button.button',
        { type: 'button', 'data-do': 'checkout', 'aria-disabled': seconds > 0 ? 'true' : null },
        seconds > 0 ? t.checkoutIn(numberText(seconds, t.locale)) : t.checkout,
      ),
    ),
  )
}
