/** Explanations of promotions: every condition of the chosen coupon and of all campaigns, as staff read them. */

import type { Campaign, Coupon } from '../model/campaign.ts'
import { checkCampaign, checkCoupon, isCouponEligible, type NamedConditionResult } from './eligibility.ts'
import type { PromotionContext } from './promotion-context.ts'
import type { Offers } from './shop-promotions.ts'

/** A condition of a promotion. */
export interface Condition {
  name: string
  holds: boolean
  /** The compared values. */
  detail: string
}

/** Why a promotion applies or not: it applies when every condition holds. */
export interface Explanation {
  applies: boolean
  conditions: Condition[]
}

/** The explanation of the chosen coupon. */
export interface ExplainedCoupon extends Explanation {
  code: string
}

/** The explanation of a campaign. */
export interface ExplainedCampaign extends Explanation {
  id: number
  name: string
}

/** The explanations of the promotions of one cart. */
export interface ExplainedPromotions {
  /** Null while no coupon is chosen. */
  coupon: ExplainedCoupon | null
  /** All campaigns of the shop. */
  campaigns: ExplainedCampaign[]
}

/**
 * Explains the chosen coupon and every campaign for a cart.
 * @param coupon the chosen coupon, valid or not
 */
export function explainPromotions(
  offers: Offers,
  coupon: Coupon | null,
  context: PromotionContext,
): ExplainedPromotions {
  return {
    coupon: coupon && explainCoupon(coupon, offers, context),
    campaigns: offers.campaigns.map(campaign => ({
      id: campaign.id,
      name: campaign.name,
      ...explain([
        ...checkCampaign(campaign, context, offers).map(toCondition),
        explainBinding(campaign, coupon, context, offers),
      ]),
    })),
  }
}

function explainCoupon(coupon: Coupon, offers: Offers, context: PromotionContext): ExplainedCoupon {
  return { code: coupon.code, ...explain(checkCoupon(coupon, context, offers).map(toCondition)) }
}

/** Explains the coupon that a coupon-bound campaign needs. */
function explainBinding(
  campaign: Campaign,
  coupon: Coupon | null,
  context: PromotionContext,
  offers: Offers,
): Condition {
  const name = 'coupon'
  if (!campaign.couponBound) return { name, holds: true, detail: 'needs none' }
  if (coupon?.campaignId !== campaign.id) return { name, holds: false, detail: 'needs a coupon that is bound to it' }
  const holds = isCouponEligible(coupon, context, offers)
  return { name, holds, detail: `${coupon.code} is chosen${holds ? '' : ', and does not apply'}` }
}

function explain(conditions: Condition[]): Explanation {
  return { applies: conditions.every(({ holds }) => holds), conditions }
}

function toCondition({ name, passed, compared }: NamedConditionResult): Condition {
  return { name, holds: passed, detail: compared() }
}
