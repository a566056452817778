/** The cart screen: lines, coupon, campaigns and totals of the latest response, and the checkout button. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { moneyText, numberText } from '../money.js'
import { repeatableAdd } from '../state.js'
import { heading } from './components.js'
import { drawLine } from './line.js'
import { drawCampaigns, drawCoupon } from './promotions.js'
import { drawTotals } from './totals.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').CartDocument} CartDocument */

/** Draws the cart screen. @param {App} app */
export function drawCart(app) {
  const { cart } = app.state
  const isEmpty = cart === null || cart.included.length === 0
  return [
    h(
      'header.bar',
      {},
      heading(app.texts().cart),
      ...(cart === null || isEmpty ? [] : drawCount(app, cart)),
      cart !== null && repeatableAdd(app.state) !== null && drawSendAgain(app),
      cart !== null && drawReadAgain(app),
    ),
    ...(cart === null || isEmpty ? [drawEmpty(app)] : drawFull(app, cart)),
  ]
}

/** @param {App} app @param {CartDocument} cart */
function drawCount({ texts }, cart) {
  const t = texts()
  return [
    h('span.hint', {}, t.items(numberText(cart.included.length, t.locale))),
    h('button.round', { type: 'button', 'data-action': 'empty-cart', 'aria-label': t.emptyIt }, icon('bin')),
  ]
}

/** @param {App} app */
function drawSendAgain({ texts }) {
  const label = texts().sendAgain
  return h(
    'button.round',
    { type: 'button', 'data-key': 'send-again', 'data-action': 'send-again', 'aria-label': label, title: label },
    icon('repeat'),
  )
}

/** @param {App} app */
function drawReadAgain({ texts }) {
  const label = texts().readAgain
  return h(
    'button.round',
    { type: 'button', 'data-key': 'read-again', 'data-action': 'read-again', 'aria-label': label, title: label },
    icon('again'),
  )
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
    h('button.button', { type: 'button', 'data-action': 'show-screen', 'data-screen': 'shop' }, t.toShop),
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
  const seconds = Math.ceil((state.checkoutAllowedAt - Date.now()) / 1000)
  const { grandTotal, belowMinimumOrder, minimumOrderAmount } = attributes
  return h(
    'div.checkout-bar',
    { 'data-key': 'checkout-bar' },
    belowMinimumOrder &&
      minimumOrderAmount &&
      h('p.alert', {}, t.belowMinimum(moneyText(minimumOrderAmount, t.locale))),
    h(
      'div.row',
      {},
      grandTotal && h('p.grand', {}, h('small', {}, t.grandTotal), h('b.money', {}, moneyText(grandTotal, t.locale))),
      h(
        'button.button',
        { type: 'button', 'data-action': 'checkout', 'aria-disabled': seconds > 0 ? 'true' : null },
        seconds > 0 ? t.checkoutIn(numberText(seconds, t.locale)) : t.checkout,
      ),
    ),
  )
}
