/**
 * The conditions of coupons and campaigns, each with all that is made from it: whether it holds, the values that it compares, what they say,
 * and why a coupon is refused that does not meet it. Prices, reasons and explanations read these tables and nothing else.
 */

import { detailOf } from '../errors.ts'
import type { Campaign, Coupon } from '../model/campaign.ts'
import { formatInstant } from '../schema/instants.ts'
import { allHold, findFailed } from './check-conditions.ts'
import type {
  CheckedCondition,
  Condition,
  ConditionName,
  ConditionTable,
  ConditionValues,
  Refusing,
} from './condition.ts'
import { conditionsOnLines } from './conditions-on-lines.ts'
import { conditionsOnShoppers } from './conditions-on-shoppers.ts'
import { clockText, isInWindow, weekdayOf } from './daily-window.ts'
import { findBoundCampaign, type Promotion, type PromotionContext } from './promotion-context.ts'
import { hasUseLeft, limitText, usesOf } from './uses-left.ts'

type OfCoupons = 'campaign'
type OfCampaigns = 'campaignEngine' | 'weekday' | 'time' | 'coupon' | 'combination'
type OfOthers = keyof typeof conditionsOnLines | keyof typeof conditionsOnShoppers
type SubjectOf<Name> = Name extends OfCoupons ? Coupon : Promotion

/** The conditions on the time, on uses, and on other promotions. One that a coupon has says why the coupon is refused. */
const conditions: {
  [Name in Exclude<ConditionName, OfOthers>]: Name extends OfCampaigns
    ? Condition<Campaign, ConditionValues[Name]>
    : Refusing<SubjectOf<Name>, Name>
} = {
  active: {
    holds: ({ active }) => active,
    values: ({ active }) => ({ on: active }),
    detail: switchText,
    refusal: () => ({ reason: 'inactive', detail: 'The coupon is switched off.' }),
  },

  /** `startsAt` is inclusive, `endsAt` exclusive. */
  dates: {
    holds: ({ startsAt, endsAt }, { now }) =>
      (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt),
    values: ({ startsAt, endsAt }, { now }) => ({ from: startsAt, to: endsAt, now }),
    detail: ({ from, to, now }) => `${instant(now)} in ${instant(from)} – ${instant(to)}`,
    refusal: ({ from, to, now }) =>
      from !== null && now < from
        ? { reason: 'not_started', detail: `The coupon is valid from ${instant(from)} on.` }
        : { reason: 'expired', detail: `The coupon was valid until ${instant(to)}.` },
  },

  /** The uses of the shop file and those of checkouts are below the limit. */
  usage: {
    holds: (promotion, context) => hasUseLeft(promotion, usesOf(promotion, context)),
    values: (promotion, context) => {
      const { usageLimit: limit, usageCount } = promotion
      return { limit, used: limit === null ? null : usageCount + usesOf(promotion, context) }
    },
    detail: limitText,
    refusal: () => ({ reason: 'used_up', detail: detailOf('coupon_used_up') }),
  },

  /** The campaign that the coupon is bound to applies. */
  campaign: {
    holds: (coupon, context) => {
      const bound = findBoundCampaign(coupon, context)
      return coupon.campaignId === null || (bound !== undefined && isCampaignEligible(bound, context))
    },
    values: (coupon, context) => {
      const bound = findBoundCampaign(coupon, context)
      const failed: CheckedCondition[] = bound ? findFailed(ofBound, bound, context) : []
      return { campaignId: coupon.campaignId, exists: bound !== undefined, failed }
    },
    detail: ({ campaignId, exists, failed }) => {
      if (campaignId === null) return 'bound to no campaign'
      if (!exists) return `there is no coupon-bound campaign ${campaignId}`
      const reasons = failed.map(({ name, detail }) => `${name} (${detail})`).join(', ')
      return `campaign ${campaignId} ${failed.length === 0 ? 'applies' : `does not apply: ${reasons}`}`
    },
    refusal: () => ({ reason: 'campaign', detail: 'The campaign of the coupon does not apply to this cart now.' }),
  },

  campaignEngine: {
    holds: (_, { campaignEngine }) => campaignEngine,
    values: (_, { campaignEngine }) => ({ on: campaignEngine }),
    detail: switchText,
  },

  /** Of a daily window that crosses midnight, the weekday on which it began counts. */
  weekday: {
    holds: (campaign, { local }) => campaign.weekdays.includes(weekdayOf(campaign, local)),
    values: (campaign, { local }) => ({ weekdays: campaign.weekdays, now: weekdayOf(campaign, local) }),
    detail: ({ weekdays, now }) => `weekday ${now} in ${weekdays.join(', ')}`,
  },

  /** The daily window: `dailyFrom` is inclusive, `dailyTo` exclusive. */
  time: {
    holds: (campaign, { local }) => isInWindow(campaign, local),
    values: ({ dailyFrom, dailyTo }, { local }) => ({ from: dailyFrom, to: dailyTo, now: clockText(local.minute) }),
    detail: ({ from, to, now }) => (from === null || to === null ? 'all day' : `${now} in ${from} – ${to}`),
  },

  /** For a coupon-bound campaign: a coupon that is bound to it is chosen, and its other conditions hold. */
  coupon: {
    holds: (campaign, context) => !campaign.couponBound || isChosenCouponEligible(campaign, context),
    values: (campaign, context) => ({
      couponBound: campaign.couponBound,
      code: findChosenCoupon(campaign, context)?.code ?? null,
      applies: isChosenCouponEligible(campaign, context),
    }),
    detail: ({ couponBound, code, applies }) => {
      if (!couponBound) return 'needs none'
      if (code === null) return 'needs a coupon that is bound to it'
      return `${code} is chosen${applies ? '' : ', and does not apply'}`
    },
  },

  /** Campaigns that are bound to coupons are judged with theirs. */
  combination: {
    isAsked: (campaign, { coupon }) => !campaign.couponBound && coupon !== null && !combines(campaign, coupon),
    holds: (campaign, context) => {
      const applied = findApplyingCoupon(context)
      return campaign.couponBound || applied === null || combines(campaign, applied)
    },
    values: (campaign, context) => ({
      code: findApplyingCoupon(context)?.code ?? null,
      combinesWithCampaigns: context.coupon?.combinesWithCampaigns ?? true,
      combinesWithCoupons: campaign.combinesWithCoupons ?? true,
    }),
    detail: ({ code, combinesWithCampaigns, combinesWithCoupons }) => {
      if (code === null) return 'no coupon applies'
      if (!combinesWithCampaigns) return `${code} applies beside no campaign`
      return combinesWithCoupons ? `${code} applies` : `${code} applies, and the campaign beside no coupon`
    },
  },
}

type CouponTable = { [Name in Exclude<ConditionName, OfCampaigns>]: Refusing<Coupon, Name> }
type CampaignTable = ConditionTable<Campaign, Exclude<ConditionName, OfCoupons>>

const { active, dates, usage, campaign, campaignEngine, weekday, time, coupon, combination } = conditions
const { customerUsage, audience, firstOrder, channel } = conditionsOnShoppers

/** Every condition of a coupon, in the order in which a refusal looks for its reason. */
export const couponConditions: CouponTable = {
  ...{ audience, active, dates, usage, customerUsage, firstOrder, channel, campaign },
  ...conditionsOnLines,
}

/** Every condition of a campaign. */
export const campaignConditions: CampaignTable = {
  ...{ campaignEngine, active, dates, weekday, time, usage, customerUsage, audience, firstOrder, channel },
  ...conditionsOnLines,
  ...{ coupon, combination },
}

/** A coupon and the campaign that it is bound to judge each other without these two. A campaign that combines with no coupon is listed all the same. */
const { campaign: _campaign, ...ofCoupon } = couponConditions
const { coupon: _coupon, combination: _combination, ...ofBound }: CampaignTable = campaignConditions
const { minimumQuantity: _quantity, minimumTotal: _total, ...butMinimums } = ofBound
const eligibility = {
  coupon: Object.values(ofCoupon),
  campaign: Object.values(ofBound),
  butMinimums: Object.values(butMinimums),
}

/** The conditions that neither the lines, nor the hour, nor the channel decides. The first list judges the campaign of a coupon, too. */
const lasting = {
  coupon: Object.values({ audience, active, dates, usage, customerUsage, firstOrder }),
  campaign: Object.values({ campaignEngine, active, dates, usage }),
}

/** Returns whether a coupon, and the campaign that it is bound to, can be used by the customer in some cart. */
export function isUsableByCustomer(coupon: Coupon, context: PromotionContext): boolean {
  const bound = findBoundCampaign(coupon, context)
  if (!allHold(lasting.coupon, coupon, context)) return false
  return coupon.campaignId === null || (bound !== undefined && allHold(lasting.campaign, bound, context))
}

/** Returns whether all conditions of a campaign hold but those on coupons. No campaign is eligible for an empty cart. */
export function isCampaignEligible(campaign: Campaign, context: PromotionContext): boolean {
  return allHold(eligibility.campaign, campaign, context)
}

/** Returns whether all conditions of a campaign hold but those on coupons and the minimums, which may hold or not. */
export function isEligibleButMinimums(campaign: Campaign, context: PromotionContext): boolean {
  return allHold(eligibility.butMinimums, campaign, context)
}

/** Returns whether a campaign applies beside a coupon that applies. */
export function combines(
  { combinesWithCoupons }: Pick<Campaign, 'combinesWithCoupons'>,
  { combinesWithCampaigns }: Pick<Coupon, 'combinesWithCampaigns'>,
): boolean {
  return combinesWithCoupons !== false && combinesWithCampaigns !== false
}

/** The chosen coupon, if it applies. */
function findApplyingCoupon(context: PromotionContext): Coupon | null {
  const { coupon } = context
  return coupon !== null && allHold(Object.values(couponConditions), coupon, context) ? coupon : null
}

/** The chosen coupon, if it is bound to a campaign. */
function findChosenCoupon({ id }: Campaign, { coupon }: PromotionContext): Coupon | null {
  return coupon?.campaignId === id ? coupon : null
}

/** Whether it is chosen, and all its conditions but `campaign` hold. */
function isChosenCouponEligible(campaign: Campaign, context: PromotionContext): boolean {
  const chosen = findChosenCoupon(campaign, context)
  return chosen !== null && allHold(eligibility.coupon, chosen, context)
}

function switchText({ on }: { on: boolean }): string {
  return on ? 'switched on' : 'switched off'
}

function instant(at: number | null): string {
  return at === null ? '…' : formatInstant(at)
}
