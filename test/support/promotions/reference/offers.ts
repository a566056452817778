/** Offers of the reference computation: the campaigns that only one minimum keeps from applying. */

import { Fraction } from '../../cart/fractions.ts'
import { coveredBy, type Pricing, quantityOf, totalOf } from './coverage.ts'
import type { PlainCampaign, PlainOffer } from './plain-cart.ts'

const MOST = 3

interface Missing {
  campaign: PlainCampaign
  /** In minor units, exact. */
  total: Fraction | null
  quantity: number
}

/** Finds the offers of a cart in their order: totals before quantities, then the least missing, then list order. */
export function findOffers(pricing: Pricing): PlainOffer[] {
  const { cart } = pricing
  if (!cart.showsOffers || !cart.isEngineOn) return []
  const missing = [...cart.campaigns]
    .sort((a, b) => a.group - b.group || a.priority - b.priority || a.id - b.id)
    .filter(({ isBound, isForMembers }) => !isBound && (cart.isMember || !isForMembers))
    .map(campaign => missingOf(campaign, pricing))
    .filter(each => each !== undefined)
  const totals = missing.filter(({ total }) => total !== null)
  const quantities = missing.filter(({ total }) => total === null)
  totals.sort((a, b) => compare(a.total ?? new Fraction(0n), b.total ?? new Fraction(0n)))
  quantities.sort((a, b) => a.quantity - b.quantity)
  return [...totals, ...quantities]
    .slice(0, MOST)
    .map(({ campaign: { id }, total, quantity }) => (total ? { id, total: roundUp(total) } : { id, quantity }))
}

/** What a campaign lacks; undefined where nothing is missing, more than one minimum, or every line. */
function missingOf(campaign: PlainCampaign, pricing: Pricing): Missing | undefined {
  const { conditions, reward } = campaign
  const covered = coveredBy(conditions, pricing)
  if (covered.length === 0) return undefined
  const needed = Math.max(conditions.minimumQuantity ?? 0, reward.type === 'buy_x_pay_y' ? reward.buy : 0)
  const quantity = Math.max(0, needed - quantityOf(covered))
  const minimum = Fraction.of(conditions.minimumTotal ?? '0').times(pricing.scale)
  const has = totalOf(covered)
  const total = has.isBelow(minimum) ? minimum.minus(has) : null
  if (total ? quantity > 0 : quantity === 0) return undefined
  return { campaign, total, quantity }
}

function compare(a: Fraction, b: Fraction): number {
  return a.isBelow(b) ? -1 : Number(b.isBelow(a))
}

function roundUp({ over, under }: Fraction): bigint {
  return (over + under - 1n) / under
}
