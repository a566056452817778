/**
 * The conditions of coupons and campaigns, each with all that is made from it: whether it holds, the values that it compares, what they say,
 * and why a coupon is refused that does not meet it. Prices, reasons and explanations read these tables and nothing else.
 */

import { detailOf } from '../errors.ts'
import type { Campaign, Conditions, Coupon } from '../model/campaign.ts'
import { decimal, zero } from '../money/money.ts'
import { audienceText, findExcluding } from './audience.ts'
import { allHold, findFailed } from './check-conditions.ts'
import type { CheckedCondition, Condition, ConditionName, ConditionTable, ConditionValues } from './condition.ts'
import { unknownCoupon } from './coupon-reasons.ts'
import { clockText, isInWindow, weekdayOf } from './daily-window.ts'
import {
  coveredLines,
  findBoundCampaign,
  type Promotion,
  type PromotionContext,
  type PromotionLine,
  totalValue,
} from './promotion-context.ts'
import { hasCustomerUseLeft, hasUseLeft, limitText, usesOf } from './uses-left.ts'

type OfCoupons = 'customerUsage' | 'campaign'
type OfCampaigns = 'campaignEngine' | 'weekday' | 'time' | 'coupon'
type SubjectOf<Name> = Name extends OfCoupons ? Coupon : Name extends OfCampaigns ? Campaign : Promotion
type Refusing<Subject, Values> = Required<Condition<Subject, Values>>

/** Every condition. One that a coupon has says why the coupon is refused. */
const conditions: {
  [Name in ConditionName]: Name extends OfCampaigns
    ? Condition<Campaign, ConditionValues[Name]>
    : Refusing<SubjectOf<Name>, ConditionValues[Name]>
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

  /** Of a coupon that is bound to a campaign, the audience of the campaign includes the customer, too. */
  audience: {
    holds: (promotion, context) => findExcluding(promotion, context) === null,
    values: (promotion, context) => {
      const own = { audience: promotion.audience, campaignId: null }
      return { ...(findExcluding(promotion, context) ?? own), ...context.shopper }
    },
    detail: audienceText,
    refusal: () => unknownCoupon,
  },

  /** The cart has at least one covered line. */
  products: {
    holds: (promotion, context) => boundTo(promotion) !== null || linesOf(promotion, context).length > 0,
    values: (promotion, context) => {
      const campaignId = boundTo(promotion)
      if (campaignId !== null) return { campaignId, lines: null, products: null }
      const { length } = promotion.conditions.productIds
      return { campaignId, lines: linesOf(promotion, context).length, products: length === 0 ? null : length }
    },
    detail: ({ campaignId, lines, products }) =>
      campaignId === null ? `${lines} lines of ${products ?? 'all'} products` : OF_CAMPAIGN,
    refusal: () => ({ reason: 'products', detail: 'The cart has no line that the coupon covers.' }),
  },

  /** The sum of the covered lines' quantities. */
  minimumQuantity: {
    holds: (promotion, context) => {
      const { minimumQuantity } = onCart(promotion)
      return minimumQuantity === null || quantityOf(promotion, context) >= minimumQuantity
    },
    values: (promotion, context) => {
      const { minimumQuantity: needed } = onCart(promotion)
      if (needed === null) return noMinimum(promotion)
      const has = quantityOf(promotion, context)
      return { campaignId: null, needed, has, missing: Math.max(0, needed - has) }
    },
    detail: ({ campaignId, needed, has }) => minimumText(campaignId, needed, has),
    refusal: ({ needed, has }) => ({
      reason: 'minimum_quantity',
      detail: `The quantity of the covered lines is too small: ${has} of ${needed}.`,
    }),
  },

  /** The value of the covered lines, with VAT. */
  minimumTotal: {
    holds: (promotion, context) => {
      const { minimumTotal } = onCart(promotion)
      return minimumTotal === null || totalValue(linesOf(promotion, context)).gte(decimal(minimumTotal))
    },
    values: (promotion, context) => {
      const { minimumTotal: needed } = onCart(promotion)
      if (needed === null) return noMinimum(promotion)
      const [has, minimum] = [totalValue(linesOf(promotion, context)), decimal(needed)]
      return { campaignId: null, needed, has, missing: has.lt(minimum) ? minimum.minus(has) : zero }
    },
    detail: ({ campaignId, needed, has }) => minimumText(campaignId, needed, has),
    refusal: ({ needed, has }) => ({
      reason: 'minimum_total',
      detail: `The total of the covered lines with VAT is too small: ${has} of ${needed}.`,
    }),
  },

  /** A limit per customer never holds for a guest: guests cannot be distinguished. */
  customerUsage: {
    holds: (coupon, { shopper, uses }) =>
      coupon.usageLimitPerCustomer === null ||
      (shopper.customerId !== null && hasCustomerUseLeft(coupon, uses.couponByCustomer)),
    values: ({ usageLimitPerCustomer: limit }, { shopper, uses }) => ({
      limit,
      used: limit === null || shopper.customerId === null ? null : uses.couponByCustomer,
    }),
    detail: ({ limit, used }) =>
      limit !== null && used === null ? 'a guest; members only' : limitText({ limit, used }),
    refusal: ({ used }) =>
      used === null
        ? { reason: 'audience', detail: 'The coupon has a limit per customer: it applies after a login.' }
        : { reason: 'used_by_customer', detail: 'This customer has no use of the coupon left.' },
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
}

type CouponTable = { [Name in Exclude<ConditionName, OfCampaigns>]: Refusing<Coupon, ConditionValues[Name]> }
type CampaignTable = ConditionTable<Campaign, Exclude<ConditionName, OfCoupons>>

const { audience, active, dates, usage, customerUsage, campaign, ...others } = conditions
const { campaignEngine, weekday, time, coupon, ...onLines } = others

/** Every condition of a coupon, in the order in which a refusal looks for its reason. */
export const couponConditions: CouponTable = {
  ...{ audience, active, dates, usage, customerUsage, campaign },
  ...onLines,
}

/** Every condition of a campaign. */
export const campaignConditions: CampaignTable = {
  ...{ campaignEngine, active, dates, weekday, time, usage, audience },
  ...onLines,
  coupon,
}

/** A coupon and the campaign that it is bound to judge each other without these two. */
const { campaign: _campaign, ...ofCoupon } = couponConditions
const { coupon: _coupon, ...ofBound }: CampaignTable = campaignConditions
const eligibility = { coupon: Object.values(ofCoupon), campaign: Object.values(ofBound) }

/** Returns whether all conditions of a campaign hold but that of its coupon. No campaign is eligible for an empty cart. */
export function isCampaignEligible(campaign: Campaign, context: PromotionContext): boolean {
  return allHold(eligibility.campaign, campaign, context)
}

/** The chosen coupon, if it is bound to a campaign. */
function findChosenCoupon({ id }: Campaign, { coupon }: PromotionContext): Coupon | null {
  return coupon?.campaignId === id ? coupon : null
}

/** Whether it is chosen, and its conditions hold but that the campaign applies. */
function isChosenCouponEligible(campaign: Campaign, context: PromotionContext): boolean {
  const chosen = findChosenCoupon(campaign, context)
  return chosen !== null && allHold(eligibility.coupon, chosen, context)
}

const OF_CAMPAIGN = 'those of the campaign'
const NO_CONDITIONS: Conditions = { minimumTotal: null, minimumQuantity: null, productIds: [] }

/** Returns the campaign whose conditions on the cart replace the coupon's; null for none. */
function boundTo(promotion: Promotion): number | null {
  return 'campaignId' in promotion ? promotion.campaignId : null
}

/** Returns a promotion's own conditions on the cart: none where those of a campaign replace them. */
function onCart(promotion: Promotion): Conditions {
  return boundTo(promotion) === null ? promotion.conditions : NO_CONDITIONS
}

function linesOf({ conditions }: Promotion, { lines }: PromotionContext): PromotionLine[] {
  return coveredLines(lines, conditions.productIds)
}

function quantityOf(promotion: Promotion, context: PromotionContext): number {
  return linesOf(promotion, context).reduce((total, line) => total + line.quantity, 0)
}

function noMinimum(promotion: Promotion) {
  return { campaignId: boundTo(promotion), needed: null, has: null, missing: null }
}

function minimumText(campaignId: number | null, needed: unknown, has: unknown): string {
  if (campaignId !== null) return OF_CAMPAIGN
  return needed === null ? 'no minimum' : `${has} of ${needed}`
}

function switchText({ on }: { on: boolean }): string {
  return on ? 'switched on' : 'switched off'
}

function instant(at: number | null): string {
  return at === null ? '…' : new Date(at).toISOString()
}
