/** Campaigns and coupons as the shop defines them. Decimals are text; times are milliseconds since the epoch. */

/** Who a promotion is for: it matches when any listed kind does. */
export interface Audience {
  /** Guests. */
  visitors: boolean
  /** Any member. */
  members: boolean
  /** Members with the dealer mark. */
  dealers: boolean
  customerGroupIds: number[]
  customerIds: number[]
}

/** What the cart must hold. Totals are VAT-inclusive; `productIds` limits counting and discount, empty means all. */
export interface Conditions {
  minimumTotal: string | null
  minimumQuantity: number | null
  productIds: number[]
}

export type Reward =
  | { type: 'percent'; value: string; maximum: string | null }
  | { type: 'fixed'; value: string }
  | { type: 'buy_x_pay_y'; buy: number; pay: number }
  | { type: 'free_shipping' }

/** When a promotion holds and how often it may be used. */
export interface Validity {
  active: boolean
  startsAt: number | null
  endsAt: number | null
  usageLimit: number | null
  usageCount: number
}

export interface Campaign extends Validity {
  id: number
  name: string
  description: string
  logicalGroup: number
  /** Low first. */
  priority: number
  /** 1 = Monday, in the shop's time zone. */
  weekdays: number[]
  /** `HH:MM` in the shop's time zone; a window may cross midnight. */
  dailyFrom: string | null
  dailyTo: string | null
  /** Reached only through a coupon, never listed. */
  couponBound: boolean
  /** Null: everyone. */
  audience: Audience | null
  conditions: Conditions
  reward: Reward
}

export interface Coupon extends Validity {
  /** As the shop wrote it. */
  code: string
  description: string
  discountType: 'percent' | 'fixed' | 'free_shipping'
  value: string | null
  /** The coupon-bound campaign that conditions and reward come from. */
  campaignId: number | null
  usageLimitPerCustomer: number | null
  audience: Audience | null
  conditions: Conditions
}
