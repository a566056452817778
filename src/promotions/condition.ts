/** The model of a condition: the values that each compares, and what is made from them. Decimals are exact; instants are milliseconds since the epoch. */

import type { Audience } from '../model/campaign.ts'
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
  /** `used` is null for a guest, too. */
  customerUsage: Limit
  /** The audience, null for everyone, and the owner of the cart. */
  audience: OfCampaign & Shopper & { audience: Audience | null }
  /** Covered lines of the cart, and the number of listed products, null for all; both are null where the campaign's count. */
  products: OfCampaign & { lines: number | null; products: number | null }
  minimumQuantity: Minimum<number, number>
  /** `needed` in the spelling of the shop file. */
  minimumTotal: Minimum<string, Decimal>
  /** The campaign that a coupon is bound to, null for none, and its conditions that do not hold. */
  campaign: OfCampaign & { exists: boolean; failed: CheckedCondition[] }
  /** Whether a campaign needs a coupon, the chosen one that is bound to it, and whether that coupon's other conditions hold. */
  coupon: { couponBound: boolean; code: string | null; applies: boolean }
}

/** The name of a condition. */
export type ConditionName = keyof ConditionValues

/** A condition of a promotion. */
export interface Condition<Promotion, Values> {
  /** A cart read asks about fifty conditions, and for the values of none. */
  holds: (promotion: Promotion, context: PromotionContext) => boolean
  values: (promotion: Promotion, context: PromotionContext) => Values
  /** The values in English. */
  detail: (values: Values) => string
  /** Why a coupon is refused that does not meet it. */
  refusal?: (values: Values) => CouponRefusal
}

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
