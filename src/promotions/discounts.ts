/** Discounts of a cart: the campaigns that can be chosen, and the amounts of the coupon and the campaign. */

import { type Currency, type Decimal, min, round, zero } from '../money/money.ts'
import type { Campaign, Coupon, Reward } from '../model/campaign.ts'
import { explainRefusedCoupon } from './coupon-refusal.ts'
import { isCampaignEligible } from './eligibility.ts'
import { coveredLines, type PromotionContext } from './promotion-context.ts'
import { computeReward, type Effect } from './reward.ts'
import { findBoundCampaign, type Offers } from './shop-promotions.ts'

/** The choices of the cart's owner. A choice is kept while its conditions are not met. */
export interface Choices {
  coupon: Coupon | null
  campaignId: number | null
}

/** A coupon whose conditions are met, with its rounded discount. */
export interface AppliedCoupon {
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
  coupon: AppliedCoupon | null
  campaign: AppliedCampaign | null
  total: Decimal
  freeShipping: boolean
  /** The products that each applied promotion discounts; empty for all. */
  productIds: { coupon: readonly number[]; campaign: readonly number[] }
}

/**
 * Computes the coupon discount, then the campaign discount: each on the full value of its covered lines and rounded once. Their
 * sum is at most the rounded base.
 * @param base the VAT-inclusive value of all lines, unrounded
 */
export function computeDiscounts(
  offers: Offers,
  choices: Choices,
  context: PromotionContext,
  { base, currency }: { base: Decimal; currency: Currency },
): Discounts {
  const campaigns = findEligible(offers, context)
  const limit = round(base, currency)
  const coupon = choices.coupon && findCouponReward(choices.coupon, offers, context)
  const campaign = campaigns.find(({ id }) => id === choices.campaignId)
  const couponEffect = coupon ? effectOf(coupon, context) : none
  const campaignEffect = campaign ? effectOf(campaign, context) : none
  const couponAmount = min(round(couponEffect.discount, currency), limit)
  const campaignAmount = min(round(campaignEffect.discount, currency), limit.minus(couponAmount))
  return {
    campaigns,
    coupon: coupon && choices.coupon ? presentCoupon(choices.coupon, coupon.reward, couponAmount) : null,
    campaign: campaign ? presentCampaign(campaign, campaignAmount) : null,
    total: couponAmount.plus(campaignAmount),
    freeShipping: couponEffect.freeShipping || campaignEffect.freeShipping,
    productIds: { coupon: productIdsOf(coupon), campaign: productIdsOf(campaign) },
  }
}

type Rewarded = Pick<Campaign, 'reward' | 'conditions'>

function productIdsOf(rewarded: Rewarded | null | undefined): readonly number[] {
  return rewarded?.conditions.productIds ?? []
}

const none: Effect = { discount: zero, freeShipping: false }

function effectOf({ reward, conditions }: Rewarded, { lines }: PromotionContext): Effect {
  return computeReward(reward, coveredLines(lines, conditions.productIds))
}

/** Returns the eligible campaigns that are not coupon-bound, ordered by logical group, priority and id. */
function findEligible(offers: Offers, context: PromotionContext): Campaign[] {
  return offers.campaigns
    .filter(campaign => !campaign.couponBound && isCampaignEligible(campaign, context, offers))
    .sort((a, b) => a.logicalGroup - b.logicalGroup || a.priority - b.priority || a.id - b.id)
}

/** Returns the reward of a coupon that applies, or of the campaign that it is bound to; null for one that does not apply. */
function findCouponReward(coupon: Coupon, offers: Offers, context: PromotionContext): Rewarded | null {
  if (explainRefusedCoupon(coupon, offers, context)) return null
  return findBoundCampaign(coupon, offers) ?? { reward: ownReward(coupon), conditions: coupon.conditions }
}

function ownReward({ discountType, value }: Coupon): Reward {
  switch (discountType) {
    case 'percent':
      return { type: 'percent', value: value ?? '0', maximum: null }
    case 'fixed':
      return { type: 'fixed', value: value ?? '0' }
    case 'free_shipping':
      return { type: 'free_shipping' }
  }
}

function presentCoupon({ code, description }: Coupon, { type }: Reward, discountAmount: Decimal): AppliedCoupon {
  return { code, description, discountType: type, discountAmount }
}

function presentCampaign({ id, name, description }: Campaign, discountAmount: Decimal): AppliedCampaign {
  return { id, name, description, discountAmount }
}
