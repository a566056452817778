/** Tiers that a cart meets exactly, which random amounts seldom do. */

import type { Fraction } from '../../cart/fractions.ts'
import { coveredBy, type Pricing, pricingOf, quantityOf, totalOf } from './coverage.ts'
import type { PlainCart, PlainReward, PlainTiers } from './plain-cart.ts'
import type { Promotion } from './rewards.ts'

/** Moves a tier of each promotion to what the cart has, where the order of the tiers allows it. @param at the number of the tier */
export function meetTiers(cart: PlainCart, at: number): PlainCart {
  const pricing = pricingOf(cart)
  const { coupon, campaigns } = cart
  return {
    ...cart,
    campaigns: campaigns.map(each => ({ ...each, reward: meet(each, pricing, at) })),
    coupon: coupon && { ...coupon, reward: meet({ ...coupon }, pricing, at) },
  }
}

function meet<Of extends PlainReward>(
  { reward, conditions }: Promotion & { reward: Of },
  pricing: Pricing,
  at: number,
): Of {
  if (!('value' in reward) || typeof reward.value === 'string') return reward
  const covered = coveredBy(conditions, pricing)
  const { by } = reward.value
  const has = by === 'total' ? textOf(totalOf(covered).through(pricing.scale)) : String(quantityOf(covered))
  return { ...reward, value: { by, tiers: has === null ? reward.value.tiers : moved(reward.value.tiers, has, at) } }
}

function moved(tiers: PlainTiers['tiers'], from: string, at: number): PlainTiers['tiers'] {
  const result = tiers.map((each, index) => (index === at ? { ...each, from } : each))
  const isAscending = result.every((each, index) => Number(result[index - 1]?.from ?? '0') < Number(each.from))
  return isAscending ? result : tiers
}

/** A fraction as a decimal of at most four places; null for others. */
function textOf({ over, under }: Fraction): string | null {
  const units = over * 10_000n
  if (units % under !== 0n) return null
  const digits = String(units / under).padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
