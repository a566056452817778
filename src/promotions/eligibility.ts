/** Whether a campaign or a coupon holds for an occasion: all of its conditions, in the order in which a person would check. */

import type { Campaign, Coupon } from './campaign.ts'
import {
  type ConditionResult,
  checkActive,
  checkAudience,
  checkDates,
  checkMinimumQuantity,
  checkMinimumTotal,
  checkProducts,
  checkTime,
  checkUsage,
  checkWeekday,
} from './conditions.ts'
import type { PromotionContext } from './promotion-context.ts'

const ofCampaigns = {
  active: checkActive,
  dates: checkDates,
  weekday: checkWeekday,
  time: checkTime,
  usage: checkUsage,
  audience: ({ audience }: Campaign, context: PromotionContext) => checkAudience(audience, context),
  products: ({ conditions }: Campaign, context: PromotionContext) => checkProducts(conditions, context),
  minimumTotal: ({ conditions }: Campaign, context: PromotionContext) => checkMinimumTotal(conditions, context),
  minimumQuantity: ({ conditions }: Campaign, context: PromotionContext) => checkMinimumQuantity(conditions, context),
} satisfies Record<string, (campaign: Campaign, context: PromotionContext) => ConditionResult>

export type ConditionName = keyof typeof ofCampaigns

/** One condition of a campaign, judged. */
export interface NamedConditionResult extends ConditionResult {
  condition: ConditionName
}

/** Every condition of a campaign with what it compared, also those behind the first that fails. */
export function explainCampaign(campaign: Campaign, context: PromotionContext): NamedConditionResult[] {
  return Object.entries(ofCampaigns).map(([condition, judge]) => ({
    condition: condition as ConditionName,
    ...judge(campaign, context),
  }))
}

/** Whether a campaign applies. An empty cart has no campaigns. */
export function isCampaignEligible(campaign: Campaign, context: PromotionContext): boolean {
  return Object.values(ofCampaigns).every(judge => judge(campaign, context).passed)
}

/**
 * Whether a coupon's own conditions hold. Those of a campaign it is bound to come on top, in place of its `conditions`.
 * A coupon limited per customer is never valid for a guest, who cannot be told from the next one.
 */
export function isCouponEligible(coupon: Coupon, context: PromotionContext): boolean {
  const { audience, conditions, usageLimitPerCustomer, campaignId } = coupon
  const results = [
    checkActive(coupon),
    checkDates(coupon, context),
    checkUsage(coupon),
    checkAudience(audience, context),
    ...(campaignId === null
      ? [
          checkProducts(conditions, context),
          checkMinimumTotal(conditions, context),
          checkMinimumQuantity(conditions, context),
        ]
      : []),
  ]
  const countable = usageLimitPerCustomer === null || (usageLimitPerCustomer > 0 && context.shopper.customerId !== null)
  return countable && results.every(({ passed }) => passed)
}
