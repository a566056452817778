/** Usage limits of the promotions of a hold: whether each has a use left, and which have a limit at all. */

import type { StoredCart } from '../cart/cart.ts'
import type { Campaign } from '../model/campaign.ts'
import type { Promotion } from '../promotions/promotion-context.ts'
import { hasCustomerUseLeft, hasUseLeft, usesByCustomer, usesOf } from '../promotions/uses-left.ts'
import type { HeldPromotions } from './checkout.ts'

/** The campaigns of a hold by their id, without those that were deleted. */
export type HeldCampaigns = ReadonlyMap<number, Campaign>

/**
 * Finds a promotion of a hold that has no use left. The uses were read after the lock.
 * @param cart the cart with the uses of its promotions, without its own hold
 */
export function findUsedUp(
  { coupon, uses }: StoredCart,
  campaigns: HeldCampaigns,
  { couponCode }: HeldPromotions,
): 'coupon_used_up' | 'campaign_used_up' | undefined {
  const isLeft = (each: Promotion) =>
    hasUseLeft(each, usesOf(each, { uses })) && hasCustomerUseLeft(each, usesByCustomer(each, { uses }))
  if (couponCode !== null && coupon && !isLeft(coupon)) return 'coupon_used_up'
  return [...campaigns.values()].every(isLeft) ? undefined : 'campaign_used_up'
}

/** Returns the keys of the promotions of a hold that have a usage limit: others lose a use by the hold. */
export function limitedKeys(
  { coupon }: StoredCart,
  campaigns: HeldCampaigns,
  { couponCode }: HeldPromotions,
): string[] {
  const limited = [...campaigns].filter(([, { usageLimit }]) => usageLimit !== null).map(([id]) => `campaign:${id}`)
  const isLimited = couponCode !== null && coupon && coupon.usageLimit !== null
  return isLimited ? [`coupon:${couponCode}`, ...limited] : limited
}
