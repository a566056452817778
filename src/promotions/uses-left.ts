/** Usage limits of promotions: how often each was used, and whether a use is left. */

import type { Campaign, Coupon, Validity } from '../model/campaign.ts'
import type { Promotion, PromotionContext, Uses } from './promotion-context.ts'

/** Returns whether a promotion may be used once more. @param uses held and completed checkouts that use it */
export function hasUseLeft(
  { usageLimit, usageCount }: Pick<Validity, 'usageLimit' | 'usageCount'>,
  uses: number,
): boolean {
  return usageLimit === null || usageCount + uses < usageLimit
}

/** Returns whether a customer may use a promotion once more. @param uses held and completed checkouts of the customer that use it */
export function hasCustomerUseLeft(
  { usageLimitPerCustomer = null }: Pick<Coupon, 'usageLimitPerCustomer'> | Pick<Campaign, 'usageLimitPerCustomer'>,
  uses: number,
): boolean {
  return usageLimitPerCustomer === null || uses < usageLimitPerCustomer
}

/** Returns the held and completed checkouts that use a promotion, without the cart's own hold. */
export function usesOf(promotion: Promotion, { uses }: Pick<PromotionContext, 'uses'>): number {
  return 'code' in promotion ? uses.coupon : (uses.campaigns.get(promotion.id) ?? 0)
}

/** Returns those of the cart's customer. */
export function usesByCustomer(promotion: Promotion, { uses }: Pick<PromotionContext, 'uses'>): number {
  return 'code' in promotion ? uses.couponByCustomer : (uses.campaignsByCustomer.get(promotion.id) ?? 0)
}

/** Returns whether the cart may not hold a campaign in these 24 hours: its unpaid holds count while it has a usage limit. */
export function isHeldTooOften(
  { id, usageLimit }: Pick<Campaign, 'id' | 'usageLimit'>,
  { heldTooOften }: Pick<Uses, 'heldTooOften'>,
): boolean {
  return usageLimit !== null && heldTooOften.has(id)
}

/** Says how many uses are taken. */
export function limitText({ limit, used }: { limit: number | null; used: number | null }): string {
  return limit === null ? 'no limit' : `${used} of ${limit} used`
}
