/** Offers and refusals of the reference computation: what campaigns and the coupon lack of their minimums. */

import type { Fraction } from '../../cart/fractions.ts'
import { coveredBy, hasUseLeft, isForOwner, type PricedLine, type Pricing, quantityOf, totalOf } from './coverage.ts'
import type { PlainCampaign, PlainConditions, PlainItems, PlainOffer, PlainRefusal } from './plain-cart.ts'
import { minimumsOf, missingOfSet, type Promotion } from './rewards.ts'

const MOST = 3

interface Missing {
  campaign: PlainCampaign
  /** In minor units, rounded up. */
  total: bigint | null
  quantity: number
}

/**
 * Finds the offers of a cart in their order: totals before quantities, then the least missing, then list order.
 * @param combines whether a campaign may apply beside the coupon that applies
 */
export function findOffers(pricing: Pricing, combines: (campaign: PlainCampaign) => boolean): PlainOffer[] {
  const { cart } = pricing
  if (!cart.showsOffers || !cart.isEngineOn) return []
  const missing = [...cart.campaigns]
    .sort((a, b) => a.group - b.group || a.priority - b.priority || a.id - b.id)
    .filter(campaign => !campaign.isBound && isForOwner(campaign, cart))
    .filter(combines)
    .map(campaign => missingOf(campaign, pricing))
    .filter(each => each !== undefined)
  const totals = missing.filter(({ total }) => total !== null)
  const quantities = missing.filter(({ total }) => total === null)
  totals.sort((a, b) => Number((a.total ?? 0n) - (b.total ?? 0n)))
  quantities.sort((a, b) => a.quantity - b.quantity)
  return [...totals, ...quantities]
    .slice(0, MOST)
    .map(({ campaign: { id }, total, quantity }) => (total === null ? { id, quantity } : { id, total }))
}

/** Finds why the coupon does not apply; null for one that is bound to a campaign or that the owner has used too often. */
export function findRefusal(pricing: Pricing): PlainRefusal | null {
  const { coupon } = pricing.cart
  if (!coupon || coupon.campaignId !== null || !hasUseLeft(coupon, pricing.cart)) return null
  const { conditions } = coupon
  const covered = coveredBy(conditions, pricing)
  const quantity = Math.max(0, minimumsOf(coupon).quantity - quantityOf(covered))
  const total = missingTotal(coupon, covered, pricing) ?? 0n
  const ofMinimum = quantity > 0 ? 'minimum_quantity' : 'minimum_total'
  return { reason: covered.length === 0 ? 'products' : ofMinimum, quantity, total, isLimited: isLimited(conditions) }
}

function isLimited({ exclude, priceFrom, priceTo, excludeDiscounted, ...named }: PlainConditions): boolean {
  const names = ({ productIds, variantIds, brands, categories, tags }: PlainItems) =>
    [productIds, variantIds, brands, categories, tags].some(list => list.length > 0)
  return names(named) || names(exclude) || priceFrom !== null || priceTo !== null || excludeDiscounted
}

/** In minor units, rounded up; null where nothing is missing. */
function missingTotal(promotion: Promotion, covered: PricedLine[], { scale }: Pricing): bigint | null {
  const minimum = minimumsOf(promotion).total.times(scale)
  const has = totalOf(covered)
  return has.isBelow(minimum) ? roundUp(minimum.minus(has)) : null
}

/** What a campaign lacks; undefined where nothing is missing, more than one minimum, or every line. */
function missingOf(campaign: PlainCampaign, pricing: Pricing): Missing | undefined {
  const covered = coveredBy(campaign.conditions, pricing)
  if (covered.length === 0) return undefined
  const ofMinimum = minimumsOf(campaign).quantity - quantityOf(covered)
  const quantity = Math.max(0, ofMinimum, missingOfSet(campaign, pricing))
  const total = missingTotal(campaign, covered, pricing)
  if (total === null ? quantity === 0 : quantity > 0) return undefined
  return { campaign, total, quantity }
}

function roundUp({ over, under }: Fraction): bigint {
  return (over + under - 1n) / under
}
