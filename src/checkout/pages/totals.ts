/** The totals of a cart, each with the value of the API document. No amount is computed here. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { CartDocument } from '../../cart/cart.document.ts'
import { isZero, moneyText, reductionText } from './money-text.ts'
import type { CartAttributes } from './page-model.ts'
import type { Texts } from './texts/tr.ts'

interface Row {
  label: SafeHtml
  value: string
  hint?: string
  /** Whether the row is a reduction or something free. */
  good?: boolean
}

/** Renders the subtotal, VAT, discounts and shipping. */
export function renderTotals(cart: CartDocument, t: Texts): SafeHtml {
  const { attributes } = cart.data
  const rows = [...subtotalRows(cart, t), ...discountRows(attributes, t), ...shippingRows(attributes, t)]
  return html`<dl class="totals">${rows.map(renderRow)}</dl>${renderShippingHint(attributes, t)}`
}

/** Renders a neutral shipping hint: the API document does not state whether the grand total includes shipping. */
function renderShippingHint({ cargoPrice }: CartAttributes, t: Texts): SafeHtml | null {
  if (!cargoPrice || isZero(cargoPrice)) return null
  return html`<p class="hint">${t.shippingHint}</p>`
}

/** Renders the grand total; null when the document has none. */
export function renderGrandTotal(cart: CartDocument, t: Texts): SafeHtml | null {
  const { grandTotal } = cart.data.attributes
  if (!grandTotal) return null
  return html`<dl class="grand"><div>
            <dt>${t.grandTotal}${hasVat(cart) ? html` <small>${t.withVat}</small>` : null}</dt>
            <dd><span class="money">${moneyText(grandTotal, t.locale)}</span></dd>
          </div></dl>`
}

function hasVat({ included }: CartDocument): boolean {
  return included.some(({ attributes }) => attributes.vatRate > 0)
}

function subtotalRows(cart: CartDocument, t: Texts): Row[] {
  const value = moneyText(cart.data.attributes.subtotal, t.locale)
  if (!hasVat(cart)) return [{ label: html`${t.subtotal}`, value }]
  return [
    { label: html`${t.subtotal} <small>${t.withoutVat}</small>`, value },
    { label: html`${t.vat}`, value: t.vatIncluded },
  ]
}

function discountRows({ appliedCoupon, appliedCampaign, discountTotal }: CartAttributes, t: Texts): Row[] {
  const reductions = [appliedCoupon, appliedCampaign].filter(each => each && !isZero(each.discountAmount))
  return [
    ...(appliedCoupon ? [discountRow(html`${t.coupon} ${nameOf(appliedCoupon.code)}`, appliedCoupon, t)] : []),
    ...(appliedCampaign ? [discountRow(html`${t.campaign} ${nameOf(appliedCampaign.name)}`, appliedCampaign, t)] : []),
    ...(reductions.length > 1 && discountTotal
      ? [{ label: html`${t.totalDiscount}`, value: reductionText(discountTotal, t.locale), good: true }]
      : []),
  ]
}

type Applied = Pick<NonNullable<CartAttributes['appliedCoupon']>, 'description' | 'discountAmount'>

/**
 * Returns the row of a discount. A discount with amount zero, such as free shipping, is shown as applied, with its description.
 */
function discountRow(label: SafeHtml, { description, discountAmount }: Applied, t: Texts): Row {
  const value = isZero(discountAmount) ? t.applied : reductionText(discountAmount, t.locale)
  return { label, value, hint: description, good: true }
}

function nameOf(name: string): SafeHtml {
  return html`<bdi class="code">${name}</bdi>`
}

function shippingRows({ cargoPrice, freeCargoThreshold }: CartAttributes, t: Texts): Row[] {
  if (!cargoPrice) return []
  const label = html`${t.shipping}`
  if (isZero(cargoPrice)) return [{ label, value: t.free, good: true }]
  const hint = freeCargoThreshold ? t.freeFrom(moneyText(freeCargoThreshold, t.locale)) : ''
  return [{ label, value: moneyText(cargoPrice, t.locale), hint }]
}

function renderRow({ label, value, hint, good }: Row): SafeHtml {
  return html`
            <div>
              <dt>${label}</dt>
              <dd class="${good ? 'money good' : 'money'}">${value}</dd>
              ${hint ? html`<dd class="hint" dir="auto">${hint}</dd>` : null}
            </div>`
}
