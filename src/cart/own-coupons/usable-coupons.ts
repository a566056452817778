/** Decides which coupons a customer can still use, whatever is in the cart, and in which order they are shown. */

import type { Coupon, Reward } from '../../model/campaign.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { isUsableByCustomer } from '../../promotions/conditions.ts'
import { isListed } from '../../promotions/listed.ts'
import { findBoundCampaign, type Promotion, type PromotionContext } from '../../promotions/promotion-context.ts'

/** Coupons that are shown. */
const MAX_SHOWN = 100

/** Uses of a promotion by held and completed checkouts, without the hold of the customer's cart. */
export interface UsesOfPromotion {
  /** By all customers. */
  all: number
  /** By the customer. */
  own: number
}

/** A coupon that a customer can still use. */
export interface OwnCoupon {
  code: string
  description: string
  discountType: Reward['type']
  /** When it or its campaign ends, in milliseconds since the epoch; null for no end. */
  endsAt: number | null
}

/**
 * Finds the coupons whose own audience names the customer, or the customer's group, and that could be used if there were no uses yet: those
 * whose uses need to be counted.
 */
export function findNamed(coupons: readonly Coupon[], context: PromotionContext): Coupon[] {
  return coupons.filter(coupon => isNamed(coupon, context) && isUsableByCustomer(coupon, context))
}

/** Returns the keys of coupons, and of the campaigns that they are bound to, that have a limit. */
export function limitedKeys(coupons: readonly Coupon[], context: PromotionContext): string[] {
  const promotions = coupons.flatMap(coupon => [coupon, findBoundCampaign(coupon, context) ?? []].flat())
  const isLimited = ({ usageLimit, usageLimitPerCustomer = null }: Promotion) =>
    usageLimit !== null || usageLimitPerCustomer !== null
  return [...new Set(promotions.filter(isLimited).map(keyOf))]
}

/** Returns whether a coupon, and the campaign that it is bound to, has a use left to the customer. @param counted by the keys of those that have a limit */
export function hasUseLeftTo(
  coupon: Coupon,
  context: PromotionContext,
  counted: ReadonlyMap<string, UsesOfPromotion>,
): boolean {
  const own = counted.get(keyOf(coupon)) ?? NONE
  const bound = findBoundCampaign(coupon, context)
  const ofBound = (bound && counted.get(keyOf(bound))) ?? NONE
  const uses = {
    ...context.uses,
    coupon: own.all,
    couponByCustomer: own.own,
    campaigns: new Map(bound && [[bound.id, ofBound.all]]),
    campaignsByCustomer: new Map(bound && [[bound.id, ofBound.own]]),
  }
  return isUsableByCustomer(coupon, { ...context, uses })
}

const NONE: UsesOfPromotion = { all: 0, own: 0 }

/** The key of a promotion in the table of uses. */
function keyOf(promotion: Promotion): string {
  return 'code' in promotion ? `coupon:${foldCouponCode(promotion.code)}` : `campaign:${promotion.id}`
}

/** Returns the first coupons that are shown: those that end soonest, then in the order of their codes. */
export function inOrder(coupons: readonly Coupon[], context: PromotionContext): OwnCoupon[] {
  const shown = coupons.map(coupon => show(coupon, context))
  const endOf = ({ endsAt }: OwnCoupon) => endsAt ?? Number.POSITIVE_INFINITY
  const compareCodes = (a: OwnCoupon, b: OwnCoupon) => (a.code < b.code ? -1 : 1)
  return shown.sort((a, b) => (endOf(a) === endOf(b) ? compareCodes(a, b) : endOf(a) - endOf(b))).slice(0, MAX_SHOWN)
}

function isNamed({ audience }: Coupon, { shopper }: PromotionContext): boolean {
  const { customerId, customerGroupId } = shopper
  if (audience === null || customerId === null) return false
  return (
    isListed(audience.customerIds, customerId) ||
    (customerGroupId !== null && isListed(audience.customerGroupIds, customerGroupId))
  )
}

function show(coupon: Coupon, context: PromotionContext): OwnCoupon {
  const bound = findBoundCampaign(coupon, context)
  const ends = [coupon.endsAt, bound?.endsAt ?? null].filter(each => each !== null)
  return {
    code: coupon.code,
    description: coupon.description,
    discountType: bound?.reward.type ?? coupon.discountType,
    endsAt: ends.length === 0 ? null : Math.min(...ends),
  }
}
