/** Eligibility of campaigns and coupons: checks all of their conditions against a promotion context. */

import type { Campaign, Conditions, Coupon } from './campaign.ts'
import {
  type ConditionResult,
  checkActive,
  checkAudience,
  checkCustomerUsage,
  checkDates,
  checkMinimumQuantity,
  checkMinimumTotal,
  checkProducts,
  checkTime,
  checkUsage,
  checkWeekday,
} from './conditions.ts'
import type { PromotionContext } from './promotion-context.ts'
import { findBoundCampaign, type Offers } from './shop-promotions.ts'

type Check<Promotion> = (promotion: Promotion, context: PromotionContext) => ConditionResult

const campaignChecks = {
  active: checkActive,
  dates: checkDates,
  weekday: checkWeekday,
  time: checkTime,
  usage: (campaign, { uses }) => checkUsage(campaign, uses.campaigns.get(campaign.id) ?? 0),
  audience: ({ audience }, context) => checkAudience(audience, context),
  products: ({ conditions }, context) => checkProducts(conditions, context),
  minimumTotal: ({ conditions }, context) => checkMinimumTotal(conditions, context),
  minimumQuantity: ({ conditions }, context) => checkMinimumQuantity(conditions, context),
} satisfies Record<string, Check<Campaign>>

/** The conditions of a coupon itself, by name. */
export const couponChecks = {
  active: checkActive,
  dates: checkDates,
  usage: (coupon, { uses }) => checkUsage(coupon, uses.coupon),
  customerUsage: checkCustomerUsage,
  audience: ({ audience }, context) => checkAudience(audience, context),
  products: unlessBound(checkProducts),
  minimumTotal: unlessBound(checkMinimumTotal),
  minimumQuantity: unlessBound(checkMinimumQuantity),
} satisfies Record<string, Check<Coupon>>

const checksOfCampaigns: Check<Campaign>[] = Object.values(campaignChecks)
const checksOfCoupons: Check<Coupon>[] = Object.values(couponChecks)

/** For a coupon bound to a campaign, the campaign's conditions on the cart replace the coupon's, which are not checked. */
function unlessBound(check: Check<Conditions>): Check<Coupon> {
  return ({ campaignId, conditions }, context) =>
    campaignId === null ? check(conditions, context) : { passed: true, compared: () => 'those of the campaign' }
}

/** The result of one named condition. */
export interface NamedConditionResult extends ConditionResult {
  name: string
}

/** Checks every condition of a campaign, including those after the first that is not met. */
export function checkCampaign(campaign: Campaign, context: PromotionContext): NamedConditionResult[] {
  return Object.entries(campaignChecks).map(([name, check]) => ({ name, ...check(campaign, context) }))
}

/** Checks every condition of a coupon itself, including those after the first that is not met. */
export function checkCoupon(coupon: Coupon, context: PromotionContext): NamedConditionResult[] {
  return Object.entries(couponChecks).map(([name, check]) => ({ name, ...check(coupon, context) }))
}

/** Returns whether all conditions of a campaign are met. No campaign is eligible for an empty cart. */
export function isCampaignEligible(campaign: Campaign, context: PromotionContext): boolean {
  return checksOfCampaigns.every(check => check(campaign, context).passed)
}

/** Returns whether all conditions of a coupon itself are met. A campaign that it is bound to has conditions of its own. */
export function isCouponEligible(coupon: Coupon, context: PromotionContext): boolean {
  return checksOfCoupons.every(check => check(coupon, context).passed)
}

/** Checks that the campaign engine is switched on. */
export function checkEngine({ campaignEngine }: Offers): ConditionResult {
  return { passed: campaignEngine, compared: () => (campaignEngine ? 'switched on' : 'switched off') }
}

/** Checks that the campaign that a coupon is bound to applies. A coupon that is bound to none passes. */
export function checkBoundCampaign(coupon: Coupon, context: PromotionContext, offers: Offers): ConditionResult {
  const { campaignId } = coupon
  if (campaignId === null) return { passed: true, compared: () => 'bound to no campaign' }
  const bound = findBoundCampaign(coupon, offers)
  if (!bound) return { passed: false, compared: () => `there is no coupon-bound campaign ${campaignId}` }
  return {
    passed: offers.campaignEngine && isCampaignEligible(bound, context),
    compared: () => `campaign ${campaignId} ${describe(bound, context, offers)}`,
  }
}

function describe(campaign: Campaign, context: PromotionContext, offers: Offers): string {
  const results = [...checkCampaign(campaign, context), { name: 'campaignEngine', ...checkEngine(offers) }]
  const failed = results.filter(({ passed }) => !passed).map(({ name, compared }) => `${name} (${compared()})`)
  return failed.length === 0 ? 'applies' : `does not apply: ${failed.join(', ')}`
}
