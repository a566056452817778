/**
 * Eligibility of campaigns and coupons: one table of conditions for each. Prices, the reasons of refused coupons and the explanations for
 * staff check these tables and nothing else.
 */

import type { Campaign, Conditions, Coupon } from '../model/campaign.ts'
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
  type MissingMinimum,
} from './conditions.ts'
import type { PromotionContext } from './promotion-context.ts'
import { findBoundCampaign, type Offers } from './shop-promotions.ts'

type Check<Promotion> = (promotion: Promotion, context: PromotionContext, offers: Offers) => ConditionResult

/** Every condition of a campaign, by name. */
const campaignChecks = {
  campaignEngine: checkEngine,
  active: checkActive,
  dates: checkDates,
  weekday: checkWeekday,
  time: checkTime,
  usage: (campaign, { uses }) => checkUsage(campaign, uses.campaigns.get(campaign.id) ?? 0),
  audience: ({ audience }, context) => checkAudience(audience, context),
  products: ({ conditions }, context) => checkProducts(conditions, context),
  minimumQuantity: ({ conditions }, context) => checkMinimumQuantity(conditions, context),
  minimumTotal: ({ conditions }, context) => checkMinimumTotal(conditions, context),
} satisfies Record<string, Check<Campaign>>

/** Every condition of a coupon, by name, in the order in which a refusal looks for its reason. */
export const couponChecks = {
  audience: checkCouponAudience,
  active: checkActive,
  dates: checkDates,
  usage: (coupon, { uses }) => checkUsage(coupon, uses.coupon),
  customerUsage: checkCustomerUsage,
  campaign: checkBoundCampaign,
  products: unlessBound(checkProducts),
  minimumQuantity: unlessBound(checkMinimumQuantity),
  minimumTotal: unlessBound(checkMinimumTotal),
} satisfies Record<string, Check<Coupon>>

const checksOfCampaigns: Check<Campaign>[] = Object.values(campaignChecks)
const { campaign: _, ...ownChecks } = couponChecks
const ownChecksOfCoupons: Check<Coupon>[] = Object.values(ownChecks)

/** The result of one named condition. */
export interface NamedConditionResult extends ConditionResult {
  name: string
}

/** Checks every condition of a campaign, including those after the first that is not met. */
export function checkCampaign(campaign: Campaign, context: PromotionContext, offers: Offers): NamedConditionResult[] {
  return Object.entries(campaignChecks).map(([name, check]) => ({ name, ...check(campaign, context, offers) }))
}

/** Checks every condition of a coupon, including those after the first that is not met. */
export function checkCoupon(coupon: Coupon, context: PromotionContext, offers: Offers): NamedConditionResult[] {
  return Object.entries(couponChecks).map(([name, check]) => ({ name, ...check(coupon, context, offers) }))
}

/** Returns whether all conditions of a campaign are met. No campaign is eligible for an empty cart. */
export function isCampaignEligible(campaign: Campaign, context: PromotionContext, offers: Offers): boolean {
  return checksOfCampaigns.every(check => check(campaign, context, offers).passed)
}

/** Returns whether all conditions of a coupon are met except that the campaign that it is bound to applies. */
export function isCouponEligible(coupon: Coupon, context: PromotionContext, offers: Offers): boolean {
  return ownChecksOfCoupons.every(check => check(coupon, context, offers).passed)
}

/** Returns what a coupon that does not apply lacks of minimums, its own or its campaign's; null where it lacks anything else. */
export function findMissingMinimum(coupon: Coupon, context: PromotionContext, offers: Offers): MissingMinimum | null {
  return findMissing(checkCoupon(coupon, context, offers).filter(({ passed }) => !passed))
}

/** Checks that the campaign engine is switched on. */
function checkEngine(_campaign: Campaign, _context: PromotionContext, { campaignEngine }: Offers): ConditionResult {
  return { passed: campaignEngine, compared: () => (campaignEngine ? 'switched on' : 'switched off') }
}

/** Checks that the audience of a coupon, and that of the campaign that it is bound to, include the customer. */
function checkCouponAudience(coupon: Coupon, context: PromotionContext, offers: Offers): ConditionResult {
  const own = checkAudience(coupon.audience, context)
  const bound = findBoundCampaign(coupon, offers)
  if (!own.passed || !bound) return own
  const { passed, compared } = checkAudience(bound.audience, context)
  return { passed, compared: () => (passed ? own.compared() : `${compared()}, for campaign ${bound.id}`) }
}

/** Checks that the campaign that a coupon is bound to applies. A coupon that is bound to none passes. */
function checkBoundCampaign(coupon: Coupon, context: PromotionContext, offers: Offers): ConditionResult {
  const { campaignId } = coupon
  if (campaignId === null) return { passed: true, compared: () => 'bound to no campaign' }
  const bound = findBoundCampaign(coupon, offers)
  if (!bound) return { passed: false, compared: () => `there is no coupon-bound campaign ${campaignId}` }
  return {
    passed: isCampaignEligible(bound, context, offers),
    compared: () => `campaign ${campaignId} ${describe(findFailed(bound, context, offers))}`,
    missing: () => findMissing(findFailed(bound, context, offers)),
  }
}

/** For a coupon bound to a campaign, the campaign's conditions on the cart replace the coupon's, which are not checked. */
function unlessBound(check: (conditions: Conditions, context: PromotionContext) => ConditionResult): Check<Coupon> {
  return ({ campaignId, conditions }, context) =>
    campaignId === null ? check(conditions, context) : { passed: true, compared: () => 'those of the campaign' }
}

function findFailed(campaign: Campaign, context: PromotionContext, offers: Offers): NamedConditionResult[] {
  return checkCampaign(campaign, context, offers).filter(({ passed }) => !passed)
}

function describe(failed: NamedConditionResult[]): string {
  const comparisons = failed.map(({ name, compared }) => `${name} (${compared()})`)
  return failed.length === 0 ? 'applies' : `does not apply: ${comparisons.join(', ')}`
}

/** Returns what is missing of minimums; null where any other condition is not met. */
function findMissing(failed: NamedConditionResult[]): MissingMinimum | null {
  const missing = failed.map(each => each.missing?.() ?? null)
  const isOnlyMinimums = missing.length > 0 && missing.every(each => each !== null)
  return isOnlyMinimums ? Object.assign({}, ...missing) : null
}
