/** The totals of a cart, as the API states them. */

import { discountText, isZero, minorUnits, moneyText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').Cart} Cart */
/** @typedef {Cart['data']['attributes']} Attributes */
/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {{ label: string, small?: string | undefined, value: string, kind?: 'good' | 'sum' }} Row */

/** The totals. @param {{ app: App, cart: Cart }} props */
export function CartTotals({ app, cart: { data } }) {
  const { carts: t, locale } = app.texts()
  const { attributes, meta } = data
  const { subtotal, grandTotal } = attributes
  const isApart = isShippingApart(data)
  const shipping = shippingRows(app, attributes, isApart)
  const total = isApart ? t.totalWithoutShipping : t.grandTotal
  /** @type {Row[]} */
  const rows = [
    { label: t.subtotal, value: moneyText(meta?.vat.subtotalWithVat ?? subtotal, locale) },
    ...discountRows(app, data),
    ...(isApart ? [] : shipping),
    ...(grandTotal ? [{ label: total, value: moneyText(grandTotal, locale), kind: /** @type {const} */ ('sum') }] : []),
    ...(isApart ? shipping : []),
  ]
  return html`
    <dl class="totals">
      ${rows.map(
        ({ label, small, value, kind }, at) => html`
        <div key=${at} class=${kind}><dt>${label}${small && html`<small dir="auto">${small}</small>`}</dt><dd class="money">${value}</dd></div>`,
      )}
    </dl>`
}

/** What each promotion takes off: all of them, where the cart lists them. @param {App} app @param {Cart['data']} data @returns {Row[]} */
function discountRows(app, { attributes: { appliedCoupon, appliedCampaign }, meta }) {
  const { carts: t, locale } = app.texts()
  /** @param {string} label @param {string} small @param {Money} amount @returns {Row} */
  const row = (label, small, amount) => ({
    label,
    small,
    value: discountText(amount, locale, t.applied),
    kind: 'good',
  })
  const all = meta?.promotions
  if (all)
    return all.map(each =>
      row(
        t[each.kind === 'coupon' ? 'coupon' : 'campaign'],
        ('code' in each && each.code) || each.name,
        each.discountAmount,
      ),
    )
  return [
    ...(appliedCoupon ? [row(t.coupon, appliedCoupon.code, appliedCoupon.discountAmount)] : []),
    ...(appliedCampaign ? [row(t.campaign, appliedCampaign.name, appliedCampaign.discountAmount)] : []),
  ]
}

/** @param {App} app @param {Attributes} attributes @param {boolean} isApart @returns {Row[]} */
function shippingRows(app, { cargoPrice, freeCargoThreshold }, isApart) {
  const { carts: t, locale } = app.texts()
  if (!cargoPrice) return []
  if (isZero(cargoPrice)) return [{ label: t.shipping, value: t.free, kind: 'good' }]
  const from = freeCargoThreshold && t.freeFrom(moneyText(freeCargoThreshold, locale))
  const small = [isApart && t.shippingApart, from].filter(Boolean).join(' ')
  return [{ label: t.shipping, small, value: moneyText(cargoPrice, locale) }]
}

/** Whether the total is what is paid for the lines, and shipping is charged beside it. @param {Cart['data']} data */
function isShippingApart({ attributes: { cargoPrice, grandTotal }, meta }) {
  if (!cargoPrice || isZero(cargoPrice) || !grandTotal || !meta) return false
  const payable = meta.vat.breakdown.reduce((sum, { total }) => sum + minorUnits(total), 0n)
  return payable === minorUnits(grandTotal)
}
