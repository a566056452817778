/** The amounts of a cart with promotions by fractions of integers, written apart from the product's decimals: what property tests compare with. */

import { Fraction, settle, share, smaller, total } from '../../cart/fractions.ts'
import {
  coveredBy,
  hasUseLeft,
  isForOwner,
  type PricedLine,
  type Pricing,
  pricingOf,
  quantityOf,
  totalOf,
} from './coverage.ts'
import { findOffers, findRefusal } from './offers.ts'
import type { PlainAmounts, PlainCampaign, PlainCart, PlainCoupon } from './plain-cart.ts'
import { discountOf, isDiscountedBy, minimumsOf, type Promotion } from './rewards.ts'

/** Computes the amounts of a cart with lines. */
export function amountsWithPromotions(cart: PlainCart): PlainAmounts {
  const pricing = pricingOf(cart)
  const { lines, base } = pricing
  const limit = base.round()
  const listed = listedOf(pricing)
  const coupon = couponOf(pricing)
  const couponAmount = coupon ? smaller(discountOf(coupon, pricing), limit) : 0n
  const isCouponFree = coupon?.reward.type === 'free_shipping'
  const combines = (campaign: PlainCampaign) => coupon === null || (coupon.combines && campaign.combines)
  const applied = applyCampaigns(pricing, listed.filter(combines), { left: limit - couponAmount, isFree: isCouponFree })
  const shares = shareAll(pricing, [
    ...(coupon ? [{ ...coupon, amount: couponAmount }] : []),
    ...applied.map(({ campaign, amount }) => ({ ...campaign, amount })),
  ])
  const ofCoupon = coupon ? shares.parts[0] : undefined
  const ofCampaigns = shares.parts.slice(coupon ? 1 : 0)
  const isFree = isCouponFree || applied.some(({ campaign }) => campaign.reward.type === 'free_shipping')
  const cargo = cargoOf(pricing, isFree)
  const discountTotal = couponAmount + total(applied.map(({ amount }) => amount))
  return {
    lines: lines.map((line, index) => ({
      unitPrice: line.unitPrice,
      lineTotal: line.lineTotal,
      unitPriceWithVat: line.unitValue.round(),
      listPriceWithVat: line.isDiscounted ? line.listValue.round() : null,
      lineTotalWithVat: shares.totals[index] ?? 0n,
      coupon: ofCoupon?.[index] ?? 0n,
      campaign: total(ofCampaigns.map(each => each[index] ?? 0n)),
      payable: shares.left[index] ?? 0n,
    })),
    listed: listed.map(({ id }) => id),
    coupon: coupon ? couponAmount : null,
    refusal: coupon ? null : findRefusal(pricing),
    campaigns: applied.map(({ campaign, amount }) => ({ id: campaign.id, amount })),
    isPicked: applied.some(({ campaign }) => campaign.id !== cart.choice),
    offers: findOffers(pricing, combines),
    discountTotal,
    subtotalWithVat: limit,
    cargo,
    grandTotal: limit - discountTotal + (cart.includesCargo ? (cargo ?? 0n) : 0n),
    breakdown: breakDown(lines, shares.left),
  }
}

/** The campaigns that can be chosen, in list order. */
function listedOf(pricing: Pricing): PlainCampaign[] {
  const { cart } = pricing
  return cart.campaigns
    .filter(campaign => !campaign.isBound && isEligible(campaign, pricing))
    .sort((a, b) => a.group - b.group || a.priority - b.priority || a.id - b.id)
}

function isEligible(campaign: PlainCampaign, pricing: Pricing): boolean {
  const { cart } = pricing
  return cart.isEngineOn && isForOwner(campaign, cart) && holds(campaign, pricing)
}

function holds(promotion: Promotion, pricing: Pricing): boolean {
  const minimums = minimumsOf(promotion)
  const covered = coveredBy(promotion.conditions, pricing)
  if (covered.length === 0 || quantityOf(covered) < minimums.quantity) return false
  return !totalOf(covered).isBelow(minimums.total.times(pricing.scale))
}

/** The coupon where it applies, with the conditions and the reward of the campaign that it is bound to. */
function couponOf(pricing: Pricing): (Promotion & Pick<PlainCoupon, 'combines'>) | null {
  const { coupon, campaigns } = pricing.cart
  if (!coupon || !hasUseLeft(coupon, pricing.cart)) return null
  if (coupon.campaignId === null) return holds(coupon, pricing) ? coupon : null
  const bound = campaigns.find(({ id, isBound }) => isBound && id === coupon.campaignId)
  if (!bound || !isEligible(bound, pricing)) return null
  return { reward: bound.reward, conditions: bound.conditions, combines: coupon.combines }
}

interface Left {
  /** What discounts may take. */
  left: bigint
  /** Whether shipping is free by a promotion already. */
  isFree: boolean
}

/** The campaigns that apply, in order, each with its amount. @param possible those that are listed and combine with the coupon */
function applyCampaigns(
  pricing: Pricing,
  possible: readonly PlainCampaign[],
  before: Left,
): { campaign: PlainCampaign; amount: bigint }[] {
  const { cart } = pricing
  const applied: { campaign: PlainCampaign; amount: bigint }[] = []
  const groups = cart.together === 'groups' ? [...new Set(possible.map(({ group }) => group))] : [null]
  let { left, isFree } = before
  for (const group of groups) {
    const campaigns = possible.filter(each => group === null || each.group === group)
    const campaign = campaigns.find(({ id }) => id === cart.choice) ?? pick(pricing, campaigns, { left, isFree })
    if (!campaign) continue
    const amount = smaller(discountOf(campaign, pricing), left)
    left -= amount
    isFree ||= campaign.reward.type === 'free_shipping'
    applied.push({ campaign, amount })
  }
  return applied
}

/** The automatic campaign that applies by itself: of those that take something off, where free shipping does unless it is given already. */
function pick(
  pricing: Pricing,
  campaigns: readonly PlainCampaign[],
  { left, isFree }: Left,
): PlainCampaign | undefined {
  const { isOff, winner } = pricing.cart
  const takesSomething = (campaign: PlainCampaign) =>
    campaign.reward.type === 'free_shipping' ? !isFree : smaller(discountOf(campaign, pricing), left) > 0n
  const automatic = isOff ? [] : campaigns.filter(each => each.isAutomatic && takesSomething(each))
  if (winner === 'priority') return automatic[0]
  const savingOf = (campaign: PlainCampaign) =>
    campaign.reward.type === 'free_shipping'
      ? (cargoOf(pricing, isFree) ?? 0n)
      : smaller(discountOf(campaign, pricing), left)
  return automatic.reduce<PlainCampaign | undefined>(
    (best, each) => (best && savingOf(best) >= savingOf(each) ? best : each),
    undefined,
  )
}

/** Shares each amount over what the ones before left of its lines. */
function shareAll(pricing: Pricing, promotions: readonly (Promotion & { amount: bigint })[]) {
  const { lines, base } = pricing
  const totals = settle(
    lines.map(({ value }) => value),
    base.round(),
  )
  let left = totals
  const parts = promotions.map(({ amount, ...promotion }) => {
    const part = share(
      amount,
      left,
      lines.map(line => isDiscountedBy(line, promotion, pricing)),
    )
    left = left.map((each, index) => each - (part[index] ?? 0n))
    return part
  })
  return { totals, parts, left }
}

/** The shown shipping price; null where none is shown. */
function cargoOf({ cart, lines, base, scale }: Pricing, isFree: boolean): bigint | null {
  const { shipping } = cart
  if (!shipping) return null
  const rate = shipping.rates.findLast(({ from }) => !base.isBelow(Fraction.of(from).times(scale)))
  const isReached = shipping.freeLimit !== null && !base.isBelow(Fraction.of(shipping.freeLimit).times(scale))
  if (isFree || isReached || lines.every(({ product }) => product.freeCargo)) return 0n
  return Fraction.of((rate ?? shipping.rates[0])?.price ?? '0')
    .times(scale)
    .round()
}

function breakDown(lines: readonly PricedLine[], payable: readonly bigint[]): PlainAmounts['breakdown'] {
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((a, b) => a - b)
  return rates.map(rate => {
    const paid = total(payable.filter((_, index) => lines[index]?.rate === rate))
    const factor = lines.find(each => each.rate === rate)?.factor ?? new Fraction(1n)
    const net = new Fraction(paid).through(factor).round()
    return { rate, net, vat: paid - net, total: paid }
  })
}
