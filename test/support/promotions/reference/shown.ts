/** What answers about carts say of amounts and promotions, beside what the reference computation says. */

import assert from 'node:assert/strict'
import type { CartAnswer } from '../../../../src/cart/pricing/cart-answer.document.ts'
import type { Money } from '../../../../src/money/money.ts'
import { amountsWithPromotions } from './amounts.ts'
import type { PlainAmounts, PlainCart } from './plain-cart.ts'
import { CODE } from './to-promotions.ts'

/** Minor units of an amount. */
function minor({ amount }: Pick<Money, 'amount'>): bigint {
  return BigInt(amount.replace('.', ''))
}

const minorOr = (money: Money | undefined) => (money ? minor(money) : null)

/** An entry of `data.meta.promotions`. */
interface Entry {
  kind: string
  id?: number
  code?: string
  name: string
  discountAmount: Money
}

/** An entry of `data.meta.offers`. */
interface Offer {
  campaignId: number
  name: string
  missing: { total?: Money; quantity?: number }
}

/** What an answer says about amounts and promotions. */
export function shownIn({ data, included }: CartAnswer) {
  const { attributes } = data
  const meta = data.meta as NonNullable<CartAnswer['data']['meta']> & { promotions?: Entry[]; offers?: Offer[] }
  const { subtotalWithVat, breakdown = [] } = meta.vat ?? {}
  return {
    lines: included.map(({ attributes: { unitPrice, lineTotal }, meta: of }) => {
      const vat = (of?.vat ?? {}) as Record<'unitPriceWithVat' | 'lineTotalWithVat' | 'payable', Money> & {
        listPriceWithVat?: Money
        discount: { coupon: Money; campaign: Money }
      }
      return {
        unitPrice: minor(unitPrice),
        lineTotal: minor(lineTotal),
        unitPriceWithVat: minor(vat.unitPriceWithVat),
        listPriceWithVat: minorOr(vat.listPriceWithVat),
        lineTotalWithVat: minor(vat.lineTotalWithVat),
        coupon: minor(vat.discount.coupon),
        campaign: minor(vat.discount.campaign),
        payable: minor(vat.payable),
      }
    }),
    listed: (attributes.campaigns ?? []).map(({ id }) => id),
    coupon: minorOr(attributes.appliedCoupon?.discountAmount),
    refusal: refusalIn(meta.coupon),
    campaign: attributes.appliedCampaign
      ? { id: attributes.appliedCampaign.id, amount: minor(attributes.appliedCampaign.discountAmount) }
      : null,
    promotions: meta.promotions?.map(({ discountAmount, ...entry }) => ({ ...entry, amount: minor(discountAmount) })),
    offers: meta.offers?.map(({ campaignId, name, missing: { total, quantity } }) => ({
      ...{ id: campaignId, name },
      ...(total && { total: minor(total) }),
      ...(quantity !== undefined && { quantity }),
    })),
    discountTotal: minorOr(attributes.discountTotal) ?? 0n,
    subtotalWithVat: minorOr(subtotalWithVat),
    cargo: minorOr(attributes.cargoPrice),
    grandTotal: minorOr(attributes.grandTotal),
    breakdown: breakdown.map(({ vatRate, net, vat, total }) => ({
      rate: vatRate,
      net: minor(net),
      vat: minor(vat),
      total: minor(total),
    })),
  }
}

/** What an answer says about a coupon that minimums or products keep from applying; undefined for other reasons. */
function refusalIn(coupon: NonNullable<CartAnswer['data']['meta']>['coupon']) {
  if (!coupon || !/^(products|minimum_.*)$/.test(coupon.reason)) return undefined
  const { reason, missingAmount, missingQuantity, limitedToProducts } = coupon
  return { reason, total: minorOr(missingAmount), quantity: missingQuantity, isLimited: limitedToProducts }
}

/** What is missing is told where nothing but minimums keep the coupon from applying. */
function expectedRefusal({ refusal }: PlainAmounts): ReturnType<typeof refusalIn> {
  if (!refusal) return undefined
  const { reason, total, quantity, isLimited } = refusal
  if (reason === 'products') return { reason, total: null, quantity: undefined, isLimited: undefined }
  return { reason, total: total > 0n ? total : null, quantity: quantity || undefined, isLimited }
}

/** What an answer must say. */
export function expectedOf(plain: PlainCart): ReturnType<typeof shownIn> {
  const all = amountsWithPromotions(plain)
  const { campaigns, isPicked, offers, ...amounts } = all
  const nameOf = (id: number) => `Kampanya ${id}`
  return {
    ...amounts,
    refusal: expectedRefusal(all),
    campaign: campaigns[0] ?? null,
    promotions:
      campaigns.length > 1 || isPicked
        ? [
            ...couponEntry(amounts.coupon, plain),
            ...campaigns.map(({ id, amount }) => ({ kind: 'campaign', id, name: nameOf(id), amount })),
          ]
        : undefined,
    offers: offers.length > 0 ? offers.map(each => ({ ...each, name: nameOf(each.id) })) : undefined,
  }
}

function couponEntry(amount: PlainAmounts['coupon'], { coupon }: PlainCart) {
  return coupon && amount !== null ? [{ kind: 'coupon', code: CODE, name: coupon.description || CODE, amount }] : []
}

const sumOf = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n)

/** Fails unless the amounts that an answer shows add up. */
export function requireSums(shown: ReturnType<typeof shownIn>, { includesCargo }: PlainCart): void {
  const { lines, promotions, discountTotal, grandTotal, cargo, coupon, campaign } = shown
  const payable = sumOf(lines.map(each => each.payable))
  if (promotions) assert.equal(sumOf(promotions.map(({ amount }) => amount)), discountTotal)
  else assert.equal((coupon ?? 0n) + (campaign?.amount ?? 0n), discountTotal)
  assert.equal(sumOf(lines.map(each => each.coupon)), coupon ?? 0n)
  assert.equal(sumOf(lines.map(each => each.campaign)), discountTotal - (coupon ?? 0n))
  assert.equal(payable + (includesCargo ? (cargo ?? 0n) : 0n), grandTotal)
  assert.equal(sumOf(shown.breakdown.map(({ total }) => total)), payable)
  for (const line of lines) {
    assert.equal(line.payable, line.lineTotalWithVat - line.coupon - line.campaign)
    assert.ok(line.payable >= 0n && line.coupon >= 0n && line.campaign >= 0n)
  }
}
