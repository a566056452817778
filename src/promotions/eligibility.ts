/** Whether a campaign or a coupon holds for an occasion: all of its conditions, in the order in which a person would check. */

import type { Campaign, Coupon } from './campaign.ts'
import {
  type Judgement,
  judgeActive,
  judgeAudience,
  judgeDates,
  judgeMinimumQuantity,
  judgeMinimumTotal,
  judgeProducts,
  judgeTime,
  judgeUsage,
  judgeWeekday,
} from './conditions.ts'
import type { Occasion } from './promotion-context.ts'

const ofCampaigns = {
  active: judgeActive,
  dates: judgeDates,
  weekday: judgeWeekday,
  time: judgeTime,
  usage: judgeUsage,
  audience: ({ audience }: Campaign, occasion: Occasion) => judgeAudience(audience, occasion),
  products: ({ conditions }: Campaign, occasion: Occasion) => judgeProducts(conditions, occasion),
  minimumTotal: ({ conditions }: Campaign, occasion: Occasion) => judgeMinimumTotal(conditions, occasion),
  minimumQuantity: ({ conditions }: Campaign, occasion: Occasion) => judgeMinimumQuantity(conditions, occasion),
} satisfies Record<string, (campaign: Campaign, occasion: Occasion) => Judgement>

export type ConditionName = keyof typeof ofCampaigns

/** One condition of a campaign, judged. */
export interface Verdict extends Judgement {
  condition: ConditionName
}

/** Every condition of a campaign with what it compared, also those behind the first that fails. */
export function explainCampaign(campaign: Campaign, occasion: Occasion): Verdict[] {
  return Object.entries(ofCampaigns).map(([condition, judge]) => ({
    condition: condition as ConditionName,
    ...judge(campaign, occasion),
  }))
}

/** Whether a campaign applies. An empty cart has no campaigns. */
export function isCampaignEligible(campaign: Campaign, occasion: Occasion): boolean {
  return Object.values(ofCampaigns).every(judge => judge(campaign, occasion).passed)
}

/**
 * Whether a coupon's own conditions hold. Those of a campaign it is bound to come on top, in place of its `conditions`.
 * A coupon limited per customer is never valid for a guest, who cannot be told from the next one.
 */
export function isCouponEligible(coupon: Coupon, occasion: Occasion): boolean {
  const { audience, conditions, usageLimitPerCustomer, campaignId } = coupon
  const judgements = [
    judgeActive(coupon),
    judgeDates(coupon, occasion),
    judgeUsage(coupon),
    judgeAudience(audience, occasion),
    ...(campaignId === null
      ? [
          judgeProducts(conditions, occasion),
          judgeMinimumTotal(conditions, occasion),
          judgeMinimumQuantity(conditions, occasion),
        ]
      : []),
  ]
  const countable =
    usageLimitPerCustomer === null || (usageLimitPerCustomer > 0 && occasion.shopper.customerId !== null)
  return countable && judgements.every(({ passed }) => passed)
}
