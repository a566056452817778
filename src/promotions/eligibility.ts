/** Eligibility of campaigns and coupons: checks all of their conditions against a promotion context. */

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
  usage: (campaign: Campaign, { uses }: PromotionContext) => checkUsage(campaign, uses.campaigns.get(campaign.id) ?? 0),
  audience: ({ audience }: Campaign, context: PromotionContext) => checkAudience(audience, context),
  products: ({ conditions }: Campaign, context: PromotionContext) => checkProducts(conditions, context),
  minimumTotal: ({ conditions }: Campaign, context: PromotionContext) => checkMinimumTotal(conditions, context),
  minimumQuantity: ({ conditions }: Campaign, context: PromotionContext) => checkMinimumQuantity(conditions, context),
} satisfies Record<string, (campaign: Campaign, context: PromotionContext) => ConditionResult>

/** The name of a campaign condition, as reports show it. */
export type ConditionName = keyof typeof ofCampaigns

/** The result of one named condition of a campaign. */
export interface NamedConditionResult extends ConditionResult {
  condition: ConditionName
}

/** Checks every condition of a campaign, including those after the first that is not met. */
export function explainCampaign(campaign: Campaign, context: PromotionContext): NamedConditionResult[] {
  return Object.entries(ofCampaigns).map(([condition, check]) => ({
    condition: condition as ConditionName,
    ...check(campaign, context),
  }))
}

/** Returns whether all conditions of a campaign are met. No campaign is eligible for an empty cart. */
export function isCampaignEligible(campaign: Campaign, context: PromotionContext): boolean {
  return Object.values(ofCampaigns).every(check => check(campaign, context).passed)
}

/**
 * Returns whether a coupon's own conditions are met. For a coupon bound to a campaign, the campaign's conditions replace the
 * coupon's `conditions` and are not checked here. A coupon with a limit per customer is never valid for a guest, because guests
 * cannot be distinguished from each other.
 */
export function isCouponEligible(coupon: Coupon, context: PromotionContext): boolean {
  const { audience, conditions, usageLimitPerCustomer, campaignId } = coupon
  const results = [
    checkActive(coupon),
    checkDates(coupon, context),
    checkUsage(coupon, context.uses.coupon),
    checkAudience(audience, context),
    ...(campaignId === null
      ? [
          checkProducts(conditions, context),
          checkMinimumTotal(conditions, context),
          checkMinimumQuantity(conditions, context),
        ]
      : []),
  ]
  const { shopper, uses } = context
  const isWithinOwnLimit =
    usageLimitPerCustomer === null || (shopper.customerId !== null && uses.couponByCustomer < usageLimitPerCustomer)
  return isWithinOwnLimit && results.every(({ passed }) => passed)
}
