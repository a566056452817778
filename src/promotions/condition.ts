/** The model of a condition: the values that each compares, and what is made from them. Decimals are exact; instants are milliseconds since the epoch. */

import type { Audience, Channel } from '../model/campaign.ts'
import type { Decimal } from '../money/money.ts'
import type { CouponRefusal } from './coupon-reasons.ts'
import type { PromotionContext, Shopper } from './promotion-context.ts'

/** What each condition compares, by its name: a condition is added here, and the types ask for the rest. */
export interface ConditionValues {
  campaignEngine: Switch
  active: Switch
  dates: { from: number | null; to: number | null; now: number }
  /** 1 = Monday, in the shop's time zone. */
  weekday: { weekdays: readonly number[]; now: number }
  /** `HH:MM` in the shop's time zone; null for the whole day. */
  time: { from: string | null; to: string | null; now: string }
  usage: Limit
  /** `used` is null for a guest, too; `campaignId` is there where the limit of the campaign counts that a coupon is bound to. */
  customerUsage: Limit & { campaignId?: number }
  /** The audience, null for everyone, and the owner of the cart. */
  audience: OfCampaign & Shopper & { audience: Audience | null }
  /** The owner of the cart, null for a guest, and whether the owner has an order. */
  firstOrder: OfCampaign & { customerId: number | null; hasOrdered: boolean }
  channel: OfCampaign & { channels: readonly Channel[]; now: Channel }
  /**
   * Covered lines of the cart, the number of listed products, null for all, and the names of the other conditions that limit the lines; null and
   * none where the campaign's count.
   */
  products: OfCampaign & { lines: number | null; products: number | null; limitedBy: readonly string[] }
  minimumQuantity: Minimum<number, number>
  /** `needed` in the spelling of the shop file. */
  minimumTotal: Minimum<string, Decimal>
  /** The campaign that a coupon is bound to, null for none, and its conditions that do not hold. */
  campaign: OfCampaign & { exists: boolean; failed: CheckedCondition[] }
  /** Whether a campaign needs a coupon, the chosen one that is bound to it, and whether that coupon's other conditions hold. */
  coupon: { couponBound: boolean; code: string | null; applies: boolean }
  /** The coupon that applies, null for none, and whether it and the campaign apply beside others. */
  combination: { code: string | null; combinesWithCampaigns: boolean; combinesWithCoupons: boolean }
}

/** The name of a condition. */
export type ConditionName = keyof ConditionValues

/** A condition of a promotion. */
export interface Condition<Promotion, Values> {
  /** Whether the promotion says anything about it; left out of a condition that every promotion has. */
  isAsked?: (promotion: Promotion, context: PromotionContext) => boolean
  /** A cart read asks about fifty conditions, and for the values of none. */
  holds: (promotion: Promotion, context: PromotionContext) => boolean
  values: (promotion: Promotion, context: PromotionContext) => Values
  /** The values in English. */
  detail: (values: Values) => string
  /** Why a coupon is refused that does not meet it. */
  refusal?: (values: Values) => CouponRefusal
}

/** A condition by its name that says why a coupon is refused. */
export type Refusing<Promotion, Name extends ConditionName> = Condition<Promotion, ConditionValues[Name]> &
  Required<Pick<Condition<Promotion, ConditionValues[Name]>, 'refusal'>>

/** Conditions by their names, in their order. */
export type ConditionTable<Promotion, Name extends ConditionName> = {
  [Each in Name]: Condition<Promotion, ConditionValues[Each]>
}

/** A condition that was checked: whether it holds, the compared values, and what they say. */
export type CheckedCondition<Name extends ConditionName = ConditionName> = {
  [Each in Name]: { name: Each; holds: boolean; detail: string; values: ConditionValues[Each] }
}[Name]

interface Switch {
  on: boolean
}

/** A usage limit, null for none. Uses are counted only where there is a limit. */
interface Limit {
  limit: number | null
  used: number | null
}

/** The campaign whose condition counts in the place of the coupon's; null where the promotion's own counts. */
interface OfCampaign {
  campaignId: number | null
}

/** A minimum, what the covered lines have of it, and what they lack, zero where it is met; null without a minimum. */
type Minimum<Needed, Value> = OfCampaign &
  ({ needed: Needed; has: Value; missing: Value } | { needed: null; has: null; missing: null })
