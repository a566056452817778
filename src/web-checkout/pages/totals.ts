/** The totals of a cart, each with the value of the API document. No shown amount is computed here. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { decimal, type Money, sum } from '../../money/money.ts'
import { isZero, moneyText, numberText, reductionText } from './money-text.ts'
import type { CartAttributes, Promotion, ShownCart } from './page-model.ts'
import type { Texts } from './texts/tr.ts'

interface Row {
  label: SafeHtml
  value: string
  hint?: string
  /** Whether the row is a reduction or something free. */
  good?: boolean
}

/** Renders the subtotal, the discounts and the shipping that is part of the grand total: they add up to it. Null for an empty cart. */
export function renderTotals({ data, included }: ShownCart, t: Texts): SafeHtml | null {
  const vat = data.meta?.vat
  if (!vat) return null
  const subtotal = {
    label: withNote(t.subtotal, hasVat(included) ? t.withVat : ''),
    value: moneyText(vat.subtotalWithVat, t.locale),
  }
  const shipping = isShippingApart(data) ? [] : shippingRows(data.attributes, t)
  return renderRows([subtotal, ...discountRows(data, t), ...shipping])
}

/** Renders the grand total; null for an empty cart. */
export function renderGrandTotal({ data, included }: ShownCart, t: Texts): SafeHtml | null {
  const { grandTotal } = data.attributes
  if (!grandTotal) return null
  return html`<dl class="grand"><div>
            <dt>${withNote(t.grandTotal, hasVat(included) ? t.withVat : '')}</dt>
            <dd><span class="money">${moneyText(grandTotal, t.locale)}</span></dd>
          </div></dl>`
}

/** Renders what stands below the grand total: the VAT in it, a row per rate, and shipping that is not part of it. */
export function renderVat({ data, included }: ShownCart, t: Texts): SafeHtml | null {
  const { attributes, meta } = data
  if (!meta?.vat) return null
  const { breakdown } = meta.vat
  const rates = hasVat(included) ? breakdown.map(({ vatRate, vat }) => vatRow(t.vatOfRate, vatRate, vat, t)) : []
  const apart = isShippingApart(data)
  const shipping = apart
    ? shippingRows(attributes, t).map(row => ({ ...row, hint: joined(t.shippingApart, row.hint) }))
    : []
  const rows = [...rates, ...shipping, ...shippingVatRows(data, t)]
  return rows.length === 0 ? null : renderRows(rows)
}

type CartData = ShownCart['data']

/** Whether the grand total excludes a shipping price: then it is what is paid for the lines. */
function isShippingApart({ attributes, meta }: CartData): boolean {
  const { cargoPrice, grandTotal } = attributes
  if (!cargoPrice || isZero(cargoPrice) || !grandTotal || !meta?.vat) return false
  const payable = sum(meta.vat.breakdown.map(({ total }) => decimal(total.amount)))
  return payable.gte(decimal(grandTotal.amount))
}

function hasVat(included: ShownCart['included']): boolean {
  return included.some(({ attributes }) => attributes.vatRate > 0)
}

function vatRow(label: (rate: string) => string, vatRate: number, vat: Money, t: Texts): Row {
  return { label: html`${label(numberText(vatRate, t.locale))}`, value: moneyText(vat, t.locale) }
}

/** Free shipping has no VAT. */
function shippingVatRows({ attributes, meta }: CartData, t: Texts): Row[] {
  const cargo = meta?.vat?.cargo
  if (!cargo || cargo.vatRate === 0 || !attributes.cargoPrice || isZero(attributes.cargoPrice)) return []
  return [vatRow(t.vatOfShipping, cargo.vatRate, cargo.vat, t)]
}

function withNote(label: string, note: string): SafeHtml {
  return note === '' ? html`${label}` : html`${label} <small>${note}</small>`
}

function joined(...texts: (string | undefined)[]): string {
  return texts.filter(Boolean).join(' ')
}

/** Returns a row per promotion; the coupon and a chosen campaign have their description below. */
function discountRows({ attributes: { appliedCoupon, appliedCampaign }, meta }: CartData, t: Texts): Row[] {
  const applied: Promotion[] = [
    ...(appliedCoupon ? [{ ...appliedCoupon, kind: 'coupon', name: appliedCoupon.code }] : []),
    ...(appliedCampaign ? [{ ...appliedCampaign, kind: 'campaign' }] : []),
  ]
  const promotions = meta?.promotions ?? applied
  const isPicked = meta?.promotions?.filter(({ kind }) => kind === 'campaign').length === 1
  return promotions.map(promotion => {
    const isCoupon = promotion.kind === 'coupon'
    const label = html`${isCoupon ? t.coupon : t.campaign} ${nameOf(promotion.code ?? promotion.name)}`
    const shown = isCoupon ? appliedCoupon : appliedCampaign
    const description = isCoupon || promotion.id === appliedCampaign?.id ? shown?.description : undefined
    return discountRow(label, { ...promotion, hint: joined(description, isPicked && !isCoupon ? t.byItself : '') }, t)
  })
}

/** Returns the row of a discount. A discount with amount zero, such as free shipping, is shown as applied. */
function discountRow(
  label: SafeHtml,
  { hint, discountAmount }: { hint: string; discountAmount: Money },
  t: Texts,
): Row {
  const value = isZero(discountAmount) ? t.applied : reductionText(discountAmount, t.locale)
  return { label, value, hint, good: true }
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

function renderRows(rows: Row[]): SafeHtml {
  return html`<dl class="totals">${rows.map(renderRow)}</dl>`
}

function renderRow({ label, value, hint, good }: Row): SafeHtml {
  return html`
            <div>
              <dt>${label}</dt>
              <dd class="${good ? 'money good' : 'money'}">${value}</dd>
              ${hint ? html`<dd class="hint" dir="auto">${hint}</dd>` : null}
            </div>`
}
