/** The amounts of a cart by fractions of integers, written apart from the product's decimals: what tests of VAT compare with. */

import type { Reward } from '../../../src/model/campaign.ts'

/** A fraction. The denominator is above zero. */
class Fraction {
  readonly over: bigint
  readonly under: bigint

  constructor(over: bigint, under = 1n) {
    this.over = over
    this.under = under
  }

  /** @param text a decimal without an exponent */
  static of(text: string): Fraction {
    const [whole = '0', digits = ''] = text.split('.')
    return new Fraction(BigInt(whole + digits), 10n ** BigInt(digits.length))
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.over * other.over, this.under * other.under)
  }
  through(other: Fraction): Fraction {
    return new Fraction(this.over * other.under, this.under * other.over)
  }
  plus(other: Fraction): Fraction {
    return new Fraction(this.over * other.under + other.over * this.under, this.under * other.under)
  }
  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.over, other.under))
  }
  isBelow(other: Fraction): boolean {
    return this.over * other.under < other.over * this.under
  }
  /** Rounds half up; none of these amounts is negative. */
  round(): bigint {
    return (2n * this.over + this.under) / (2n * this.under)
  }
  floor(): bigint {
    return this.over / this.under
  }
}

const min = (a: Fraction, b: Fraction) => (b.isBelow(a) ? b : a)
const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n)

/** A line: a price as the shop has it, and a rate in percent. */
export interface PlainLine {
  productId: number
  price: string
  rate: string
  quantity: number
}

/** A reward with the products that it covers; none for all. */
export interface PlainPromotion {
  reward: Reward
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

function discount(reward: Reward, covered: Covered, scale: Fraction): Fraction {
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

/** Shares over the covered lines first, then over the others. */
function share(amount: bigint, left: readonly bigint[], isCovered: readonly boolean[]): bigint[] {
  const covered = left.map((each, index) => (isCovered[index] ? each : 0n))
  const within = smaller(amount, total(covered))
  const others = left.map((each, index) => (isCovered[index] ? 0n : each))
  const [inside, outside] = [inProportion(within, covered), inProportion(amount - within, others)]
  return inside.map((each, index) => each + (outside[index] ?? 0n))
}

function inProportion(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = total(weights)
  if (amount === 0n || all === 0n) return weights.map(() => 0n)
  return settle(
    weights.map(weight => new Fraction(amount * weight, all)),
    amount,
  )
}

/** Rounds down, and raises the largest remainders until the sum is right. */
function settle(values: readonly Fraction[], sum: bigint): bigint[] {
  const whole = values.map(value => value.floor())
  for (let missing = sum - total(whole); missing > 0n; missing--) {
    const rest = (index: number) => (values[index] as Fraction).minus(new Fraction(whole[index] ?? 0n))
    let largest = 0
    for (const index of whole.keys()) if (rest(largest).isBelow(rest(index))) largest = index
    whole[largest] = (whole[largest] ?? 0n) + 1n
  }
  return whole
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
