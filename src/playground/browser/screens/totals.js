/** The totals of the cart, as the response states them, without arithmetic in the browser. */

import { h } from '../dom.js'
import { isZero, moneyText, reductionText } from '../money.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').CartDocument} CartDocument */
/** @typedef {CartDocument['data']['attributes']} Attributes */

/** @typedef {{ label: string, small?: string, value: string, isGood?: boolean }} Row */

/** Draws the totals. @param {App} app @param {CartDocument} cart */
export function drawTotals(app, cart) {
  const { attributes } = cart.data
  const rows = [
    ...sums(app, attributes),
    ...discounts(app, attributes),
    ...shipping(app, attributes),
    ...grandTotal(app, attributes),
  ]
  return h(
    'section.panel',
    { 'data-key': 'totals', 'aria-labelledby': 'totals-title' },
    h('h3', { id: 'totals-title' }, app.texts().summary),
    h('dl.totals', {}, ...rows.map(drawRow)),
  )
}

/** @param {Row} row */
function drawRow({ label, small, value, isGood }) {
  return h(
    'div',
    {},
    h('dt', {}, label, small && h('small', { dir: 'auto' }, small)),
    h(isGood ? 'dd.money.good' : 'dd.money', {}, value),
  )
}

/** @param {App} app @param {Attributes} attributes @returns {Row[]} */
function sums({ texts }, { subtotal }) {
  const t = texts()
  return [{ label: t.subtotal, small: t.withoutVat, value: moneyText(subtotal, t.locale) }]
}

/** @param {App} app @param {Attributes} attributes @returns {Row[]} */
function discounts({ texts }, { appliedCoupon, appliedCampaign, discountTotal }) {
  const t = texts()
  const row = (
    /** @type {string} */ label,
    /** @type {string} */ small,
    /** @type {import('../money.js').Money} */ amount,
  ) => ({
    label,
    small,
    value: isZero(amount) ? t.applied : reductionText(amount, t.locale),
    isGood: true,
  })
  return [
    ...(appliedCoupon ? [row(t.coupon, appliedCoupon.code, appliedCoupon.discountAmount)] : []),
    ...(appliedCampaign ? [row(t.campaign, appliedCampaign.name, appliedCampaign.discountAmount)] : []),
    ...(appliedCoupon && appliedCampaign && discountTotal ? [row(t.discountTotal, '', discountTotal)] : []),
  ]
}

/** @param {App} app @param {Attributes} attributes @returns {Row[]} */
function shipping({ texts }, { cargoPrice, freeCargoThreshold }) {
  const t = texts()
  if (!cargoPrice) return []
  if (isZero(cargoPrice)) return [{ label: t.shipping, value: t.free, isGood: true }]
  const small = freeCargoThreshold ? t.freeFrom(moneyText(freeCargoThreshold, t.locale)) : ''
  return [{ label: t.shipping, small, value: moneyText(cargoPrice, t.locale) }]
}

/** @param {App} app @param {Attributes} attributes @returns {Row[]} */
function grandTotal({ texts }, { grandTotal: total }) {
  const t = texts()
  return total ? [{ label: t.grandTotal, small: t.withVat, value: moneyText(total, t.locale) }] : []
}
