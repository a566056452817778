/** Discounts of a cart: the campaigns that can be chosen, and the amounts of the coupon and the campaign. */

import type { Campaign, Reward } from '../model/campaign.ts'
import { type Currency, type Decimal, min, round, zero } from '../money/money.ts'
import { isCampaignEligible } from './conditions.ts'
import type { AcceptedCoupon, RefusedCoupon, Rewarded } from './judge-coupon.ts'
import { coveredLines, type PromotionContext } from './promotion-context.ts'
import { computeReward, type Effect } from './reward.ts'

/** A coupon that applies, with its rounded discount. */
export interface AppliedCoupon {
  applied: true
  code: string
  description: string
  discountType: Reward['type']
  discountAmount: Decimal
}

/** A chosen campaign whose conditions are met, with its rounded discount. */
export interface AppliedCampaign {
  id: number
  name: string
  description: string
  discountAmount: Decimal
}

/** The discounts of a cart. */
export interface Discounts {
  /** The campaigns that can be chosen, in display order. */
  campaigns: Campaign[]
  /** The chosen coupon, applied or refused with its reason; null without one. */
  coupon: AppliedCoupon | RefusedCoupon | null
  campaign: AppliedCampaign | null
  total: Decimal
  freeShipping: boolean
  /** The products that each applied promotion discounts; empty for all. */
  productIds: { coupon: readonly number[]; campaign: readonly number[] }
}

/** The choices of the cart's owner: the judged code, and the campaign. A choice is kept while it does not apply. */
export interface JudgedChoices {
  coupon: AcceptedCoupon | RefusedCoupon | null
  campaignId: number | null
}

/** Returns the chosen coupon where it applies. */
export function findAppliedCoupon({ coupon }: Pick<Discounts, 'coupon'>): AppliedCoupon | null {
  return coupon?.applied ? coupon : null
}

/**
 * Computes the coupon discount, then the campaign discount: each on the full value of its covered lines and rounded once. Their
 * sum is at most the rounded base.
 * @param base the VAT-inclusive value of all lines, unrounded
 */
export function computeDiscounts(
  { coupon, campaignId }: JudgedChoices,
  context: PromotionContext,
  { base, currency }: { base: Decimal; currency: Currency },
): Discounts {
  const campaigns = findEligible(context)
  const limit = round(base, currency)
  const accepted = coupon?.applied ? coupon : null
  const campaign = campaigns.find(({ id }) => id === campaignId)
  const couponEffect = accepted ? effectOf(accepted.rewarded, context) : none
  const campaignEffect = campaign ? effectOf(campaign, context) : none
  const couponAmount = min(round(couponEffect.discount, currency), limit)
  const campaignAmount = min(round(campaignEffect.discount, currency), limit.minus(couponAmount))
  return {
    campaigns,
    coupon: coupon?.applied ? presentCoupon(coupon, couponAmount) : coupon,
    campaign: campaign ? presentCampaign(campaign, campaignAmount) : null,
    total: couponAmount.plus(campaignAmount),
    freeShipping: couponEffect.freeShipping || campaignEffect.freeShipping,
    productIds: { coupon: productIdsOf(accepted?.rewarded), campaign: productIdsOf(campaign) },
  }
}

function productIdsOf(rewarded: Rewarded | undefined): readonly number[] {
  return rewarded?.conditions.productIds ?? []
}

const none: Effect = { discount: zero, freeShipping: false }

function effectOf({ reward, conditions }: Rewarded, { lines }: PromotionContext): Effect {
  return computeReward(reward, coveredLines(lines, conditions.productIds))
}

/** Returns the eligible campaigns that are not coupon-bound, ordered by logical group, priority and id. */
function findEligible(context: PromotionContext): Campaign[] {
  // An empty cart has no covered line.
  if (context.lines.length === 0) return []
  return context.campaigns
    .filter(campaign => !campaign.couponBound && isCampaignEligible(campaign, context))
    .sort((a, b) => a.logicalGroup - b.logicalGroup || a.priority - b.priority || a.id - b.id)
}

function presentCoupon({ coupon, rewarded }: AcceptedCoupon, discountAmount: Decimal): AppliedCoupon {
  const { code, description } = coupon
  return { applied: true, code, description, discountType: rewarded.reward.type, discountAmount }
}

function presentCampaign({ id, name, description }: Campaign, discountAmount: Decimal): AppliedCampaign {
  return { id, name, description, discountAmount }
}
