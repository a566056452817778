/** The amounts of a cart by fractions of integers, written apart from the product's decimals: what tests of VAT compare with. */

import type { Reward } from '../../../src/model/campaign.ts'
import { Fraction, min, settle, share, smaller, total } from './fractions.ts'

/** A line: a price as the shop has it, and a rate in percent. */
export interface PlainLine {
  productId: number
  price: string
  rate: string
  quantity: number
}

/** A reward of one value. */
export type PlainReward = Extract<Reward, { value: string } | { type: 'buy_x_pay_y' | 'free_shipping' }>

/** A reward with the products that it covers; none for all. */
export interface PlainPromotion {
  reward: PlainReward
  productIds: readonly number[]
}

/** A cart, and how its shop states prices. */
export interface PlainCart {
  places: number
  isGross: boolean
  lines: readonly PlainLine[]
  coupon: PlainPromotion | null
  campaign: PlainPromotion | null
}

/** Amounts in minor units. */
export interface Amounts {
  lines: {
    unitPrice: bigint
    lineTotal: bigint
    unitPriceWithVat: bigint
    lineTotalWithVat: bigint
    coupon: bigint
    campaign: bigint
    payable: bigint
  }[]
  couponAmount: bigint
  campaignAmount: bigint
  subtotalWithVat: bigint
  breakdown: { rate: number; net: bigint; vat: bigint; total: bigint }[]
}

/** Computes the amounts of a cart. */
export function amountsInFractions({ places, isGross, lines, coupon, campaign }: PlainCart): Amounts {
  const scale = new Fraction(10n ** BigInt(places))
  const priced = lines.map(({ productId, price, rate, quantity }) => {
    // In minor units from here on.
    const p = Fraction.of(price).times(scale)
    const q = new Fraction(BigInt(quantity))
    const factor = new Fraction(1n).plus(Fraction.of(rate).through(new Fraction(100n)))
    const net = (exact: Fraction) => (isGross ? exact.through(factor) : exact).round()
    const lineTotal = net(p.times(q))
    const unitValue = isGross ? p : p.times(factor)
    const value = isGross ? new Fraction(p.times(q).round()) : new Fraction(lineTotal).times(factor)
    return { productId, quantity, rate: Number(rate), factor, unitPrice: net(p), lineTotal, unitValue, value }
  })
  const base = priced.reduce((sum, { value }) => sum.plus(value), new Fraction(0n))
  const limit = base.round()
  const totals = settle(
    priced.map(({ value }) => value),
    limit,
  )
  const discountOf = (promotion: PlainPromotion | null) =>
    promotion ? discount(promotion.reward, priced.filter(covers(promotion)), scale).round() : 0n
  const couponAmount = smaller(discountOf(coupon), limit)
  const campaignAmount = smaller(discountOf(campaign), limit - couponAmount)
  const ofCoupon = share(couponAmount, totals, priced.map(covers(coupon)))
  const left = totals.map((each, index) => each - (ofCoupon[index] ?? 0n))
  const ofCampaign = share(campaignAmount, left, priced.map(covers(campaign)))
  const payable = left.map((each, index) => each - (ofCampaign[index] ?? 0n))
  const rates = [...new Set(priced.map(({ rate }) => rate))].sort((a, b) => a - b)
  return {
    lines: priced.map(({ unitPrice, lineTotal, unitValue }, index) => ({
      unitPrice,
      lineTotal,
      unitPriceWithVat: unitValue.round(),
      lineTotalWithVat: totals[index] ?? 0n,
      coupon: ofCoupon[index] ?? 0n,
      campaign: ofCampaign[index] ?? 0n,
      payable: payable[index] ?? 0n,
    })),
    couponAmount,
    campaignAmount,
    subtotalWithVat: limit,
    breakdown: rates.map(rate => {
      const paid = total(payable.filter((_, index) => priced[index]?.rate === rate))
      const factor = priced.find(each => each.rate === rate)?.factor ?? new Fraction(1n)
      const net = new Fraction(paid).through(factor).round()
      return { rate, net, vat: paid - net, total: paid }
    }),
  }
}

function covers(promotion: PlainPromotion | null) {
  const ids = promotion?.productIds ?? []
  return ({ productId }: { productId: number }) => ids.length === 0 || ids.includes(productId)
}

type Covered = { quantity: number; unitValue: Fraction; value: Fraction }[]

function discount(reward: PlainReward, covered: Covered, scale: Fraction): Fraction {
  const value = covered.reduce((sum, line) => sum.plus(line.value), new Fraction(0n))
  switch (reward.type) {
    case 'percent': {
      const part = value.times(Fraction.of(reward.value)).through(new Fraction(100n))
      return reward.maximum === null ? part : min(part, Fraction.of(reward.maximum).times(scale))
    }
    case 'fixed':
      return min(Fraction.of(reward.value).times(scale), value)
    case 'buy_x_pay_y': {
      const units = covered.flatMap(({ quantity, unitValue }) => Array.from({ length: quantity }, () => unitValue))
      const free = Math.floor(units.length / reward.buy) * (reward.buy - reward.pay)
      const cheapest = units.sort((a, b) => (a.isBelow(b) ? -1 : Number(b.isBelow(a)))).slice(0, free)
      return min(
        cheapest.reduce((sum, unit) => sum.plus(unit), new Fraction(0n)),
        value,
      )
    }
    case 'free_shipping':
      return new Fraction(0n)
  }
}
