/** The campaign and coupon models. Decimals are text; times are milliseconds since the epoch. */

/** The audience of a promotion. It includes a customer when any listed kind does. */
export interface Audience {
  /** Guests. */
  visitors: boolean
  /** Any member. */
  members: boolean
  /** Members that are dealers. */
  dealers: boolean
  customerGroupIds: number[]
  customerIds: number[]
}

/** Conditions on the cart. Totals include VAT. `productIds` limits the counted and discounted lines; empty means all products. */
export interface Conditions {
  minimumTotal: string | null
  minimumQuantity: number | null
  productIds: number[]
}

/** The benefit of a promotion. */
export type Reward =
  | { type: 'percent'; value: string; maximum: string | null }
  | { type: 'fixed'; value: string }
  | { type: 'buy_x_pay_y'; buy: number; pay: number }
  | { type: 'free_shipping' }

/** The period and the usage limit of a promotion. `endsAt` is exclusive; null means no limit. */
export interface Validity {
  active: boolean
  startsAt: number | null
  endsAt: number | null
  usageLimit: number | null
  usageCount: number
}

/** A campaign: a promotion that a customer chooses, or that a coupon is bound to. */
export interface Campaign extends Validity {
  id: number
  name: string
  description: string
  logicalGroup: number
  /** Lower numbers are listed first. */
  priority: number
  /** 1 = Monday, in the shop's time zone. */
  weekdays: number[]
  /** `HH:MM` in the shop's time zone; a window may cross midnight. */
  dailyFrom: string | null
  dailyTo: string | null
  /** Whether the campaign applies only through a coupon and is never listed. */
  couponBound: boolean
  /** Null for all customers and guests. */
  audience: Audience | null
  conditions: Conditions
  reward: Reward
}

/** A coupon: a promotion that a customer applies by its code. */
export interface Coupon extends Validity {
  /** In the spelling of the shop file. */
  code: string
  description: string
  discountType: 'percent' | 'fixed' | 'free_shipping'
  value: string | null
  /** The coupon-bound campaign that defines conditions and reward; null when the coupon defines them. */
  campaignId: number | null
  usageLimitPerCustomer: number | null
  audience: Audience | null
  conditions: Conditions
}
