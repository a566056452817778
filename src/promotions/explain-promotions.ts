/** Explanations of promotions: every condition of the chosen coupon and of all campaigns, as staff read them. */

import { checkAll } from './check-conditions.ts'
import type { CheckedCondition } from './condition.ts'
import { campaignConditions, couponConditions } from './conditions.ts'
import type { Contest, Discounts } from './discounts.ts'
import { type ExplainedReward, explainReward } from './explain-reward.ts'
import { rewardedBy } from './judge-coupon.ts'
import type { PromotionContext } from './promotion-context.ts'

/** Why a promotion applies or not: it applies when every condition holds. */
export interface Explanation {
  applies: boolean
  conditions: CheckedCondition[]
  reward: ExplainedReward
}

/** The explanation of the chosen coupon. */
export interface ExplainedCoupon extends Explanation {
  code: string
}

/** The explanation of a campaign. */
export interface ExplainedCampaign extends Explanation {
  id: number
  name: string
  /** How it was found whether this automatic campaign applies; null for another campaign, and for one that takes no part. */
  contest: Contest | null
}

/** The explanations of the promotions of one cart. */
export interface ExplainedPromotions {
  /** Null while no coupon is chosen. */
  coupon: ExplainedCoupon | null
  /** All campaigns of the shop. */
  campaigns: ExplainedCampaign[]
}

/** Explains the chosen coupon and every campaign for a cart. */
export function explainPromotions(
  context: PromotionContext,
  { contests }: Pick<Discounts, 'contests'>,
): ExplainedPromotions {
  const { coupon, campaigns } = context
  return {
    coupon: coupon && {
      code: coupon.code,
      ...explain(checkAll(couponConditions, coupon, context)),
      reward: explainReward(rewardedBy(coupon, context), context),
    },
    campaigns: campaigns.map(campaign => ({
      id: campaign.id,
      name: campaign.name,
      contest: contests.find(({ automaticIds }) => automaticIds.includes(campaign.id)) ?? null,
      ...explain(checkAll(campaignConditions, campaign, context)),
      reward: explainReward(campaign, context),
    })),
  }
}

function explain(conditions: CheckedCondition[]): Omit<Explanation, 'reward'> {
  return { applies: conditions.every(({ holds }) => holds), conditions }
}
