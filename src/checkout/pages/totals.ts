/** The sums of a cart, each as the API stated it: nothing here is added up. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { CartDocument } from '../../cart/cart.document.ts'
import { isZero, moneyText, reductionText } from './money-text.ts'
import type { CartAttributes } from './visit.ts'

interface Row {
  label: SafeHtml
  value: string
  hint?: string
  /** A reduction or something free. */
  good?: boolean
}

/** Renders everything that leads to the grand total. */
export function renderTotals(cart: CartDocument): SafeHtml {
  const { attributes } = cart.data
  const rows = [...subtotalRows(cart), ...discountRows(attributes), ...shippingRows(attributes)]
  return html`<dl class="totals">${rows.map(renderRow)}</dl>${renderShippingHint(attributes)}`
}

/** The API does not say whether the grand total includes shipping, so nothing is claimed about it. */
function renderShippingHint({ cargoPrice }: CartAttributes): SafeHtml | null {
  if (!cargoPrice || isZero(cargoPrice)) return null
  return html`<p class="hint">Ödenecek tutar, kargoyla birlikte ödeme adımında kesinleşir.</p>`
}

/** Renders what the order comes to, as far as the API says. */
export function renderGrandTotal(cart: CartDocument): SafeHtml | null {
  const { grandTotal } = cart.data.attributes
  if (!grandTotal) return null
  return html`<dl class="grand"><div>
            <dt>Genel toplam${hasVat(cart) ? html` <small>KDV dahil</small>` : null}</dt>
            <dd><span class="money">${moneyText(grandTotal)}</span></dd>
          </div></dl>`
}

function hasVat({ included }: CartDocument): boolean {
  return included.some(({ attributes }) => attributes.vatRate > 0)
}

function subtotalRows(cart: CartDocument): Row[] {
  const value = moneyText(cart.data.attributes.subtotal)
  if (!hasVat(cart)) return [{ label: html`Ara toplam`, value }]
  return [
    { label: html`Ara toplam <small>KDV hariç</small>`, value },
    { label: html`KDV`, value: 'Toplama dahil' },
  ]
}

function discountRows({ appliedCoupon, appliedCampaign, discountTotal }: CartAttributes): Row[] {
  const reductions = [appliedCoupon, appliedCampaign].filter(each => each && !isZero(each.discountAmount))
  return [
    ...(appliedCoupon ? [discountRow('Kupon', appliedCoupon.code, appliedCoupon)] : []),
    ...(appliedCampaign ? [discountRow('Kampanya', appliedCampaign.name, appliedCampaign)] : []),
    ...(reductions.length > 1 && discountTotal
      ? [{ label: html`Toplam indirim`, value: reductionText(discountTotal), good: true }]
      : []),
  ]
}

type Applied = Pick<NonNullable<CartAttributes['appliedCoupon']>, 'description' | 'discountAmount'>

/** A discount without an amount gives something else, such as free shipping; its description says what. */
function discountRow(kind: string, name: string, { description, discountAmount }: Applied): Row {
  const value = isZero(discountAmount) ? 'Uygulandı' : reductionText(discountAmount)
  return { label: html`${kind} <bdi class="code">${name}</bdi>`, value, hint: description, good: true }
}

function shippingRows({ cargoPrice, freeCargoThreshold }: CartAttributes): Row[] {
  if (!cargoPrice) return []
  if (isZero(cargoPrice)) return [{ label: html`Kargo`, value: 'Ücretsiz', good: true }]
  const hint = freeCargoThreshold ? `${moneyText(freeCargoThreshold)} üzeri kargo ücretsiz` : ''
  return [{ label: html`Kargo`, value: moneyText(cargoPrice), hint }]
}

function renderRow({ label, value, hint, good }: Row): SafeHtml {
  return html`
            <div>
              <dt>${label}</dt>
              <dd class="${good ? 'money good' : 'money'}">${value}</dd>
              ${hint ? html`<dd class="hint" dir="auto">${hint}</dd>` : null}
            </div>`
}
