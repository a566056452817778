/** The totals of the cart, as the response states them: subtotal, discounts and shipping add up to the total, and the VAT in it is below. */

import { discountText, isZero, minorUnits, moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { promotionsOf } from '../../promotions.js'
import { Panel } from '../../ui/panel.js'

/** @typedef {import('../../../ui/format/money.js').Money} Money */
/** @typedef {import('../../state.js').CartDocument} CartDocument */
/** @typedef {CartDocument['data']} Data */
/** @typedef {Data['attributes']} Attributes */
/** @typedef {import('../../texts/texts.js').Texts} Texts */
/** @typedef {{ label: string, small?: string, value: string, isGood?: boolean, kind?: 'sum' | 'part' }} Row */

/** The totals. @param {{ texts: Texts, cart: CartDocument }} props */
export function Totals({ texts: t, cart: { data, included } }) {
  const { attributes } = data
  const vat = data.meta?.vat
  if (!vat || !attributes.grandTotal) return null
  const hasVat = included.some(line => line.attributes.vatRate > 0)
  const withVat = hasVat ? t.withVat : ''
  const isApart = isShippingApart(attributes, vat.breakdown)
  const shipping = shippingRows(t, attributes, isApart)
  /** @type {Row[]} */
  const rows = [
    { label: t.subtotal, small: withVat, value: moneyText(vat.subtotalWithVat, t.locale) },
    ...discountRows(t, data),
    ...(isApart ? [] : shipping),
    { label: t.grandTotal, small: withVat, value: moneyText(attributes.grandTotal, t.locale), kind: 'sum' },
    ...(hasVat ? vat.breakdown.map(row => vatRow(t, t.vatOfRate, row.vatRate, row.vat)) : []),
    ...(isApart ? shipping : []),
    ...shippingVatRows(t, data),
  ]
  const list = rows.map(
    ({ label, small, value, isGood, kind = null }) => html`
      <div class=${kind}>
        <dt>${label}${small && html`<small dir="auto">${small}</small>`}</dt>
        <dd class=${isGood ? 'money good' : 'money'}>${value}</dd>
      </div>`,
  )
  return html`<${Panel} id="totals-title" title=${t.summary}><dl class="totals">${list}</dl><//>`
}

/**
 * Whether the total excludes a shipping price: then it is what is paid for the lines.
 * @param {Attributes} attributes
 * @param {{ total: Money }[]} breakdown
 */
export function isShippingApart({ cargoPrice, grandTotal }, breakdown) {
  if (!cargoPrice || isZero(cargoPrice) || !grandTotal) return false
  const payable = breakdown.reduce((sum, { total }) => sum + minorUnits(total), 0n)
  return payable === minorUnits(grandTotal)
}

/** @param {Texts} t @param {(rate: string) => string} label @param {number} vatRate @param {Money} vat @returns {Row} */
function vatRow(t, label, vatRate, vat) {
  return { label: label(numberText(vatRate, t.locale)), value: moneyText(vat, t.locale), kind: 'part' }
}

/** Free shipping has no VAT. @param {Texts} t @param {Data} data @returns {Row[]} */
function shippingVatRows(t, { attributes: { cargoPrice }, meta }) {
  const cargo = meta?.vat?.cargo
  if (!cargo || cargo.vatRate === 0 || !cargoPrice || isZero(cargoPrice)) return []
  return [vatRow(t, t.vatOfShipping, cargo.vatRate, cargo.vat)]
}

/** @param {Texts} t @param {Data} data @returns {Row[]} */
function discountRows(t, data) {
  return promotionsOf(data).map(({ kind, code, name, discountAmount }) => ({
    label: kind === 'coupon' ? t.coupon : t.campaign,
    small: code ?? name,
    value: discountText(discountAmount, t.locale, t.applied),
    isGood: true,
  }))
}

/** @param {Texts} t @param {Attributes} attributes @param {boolean} isApart @returns {Row[]} */
function shippingRows(t, { cargoPrice, freeCargoThreshold }, isApart) {
  if (!cargoPrice) return []
  if (isZero(cargoPrice)) return [{ label: t.shipping, value: t.free, isGood: true }]
  const freeFrom = freeCargoThreshold ? t.freeFrom(moneyText(freeCargoThreshold, t.locale)) : ''
  const small = [isApart && t.shippingApart, freeFrom].filter(Boolean).join(' ')
  return [{ label: t.shipping, small, value: moneyText(cargoPrice, t.locale) }]
}
