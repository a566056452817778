/**
 * The campaign and coupon models. Decimals are text; times are milliseconds since the epoch. A member that may be absent is stored only where
 * it says something: a promotion that was saved before the member existed reads as one that leaves it out.
 */

/** Kinds of customers. A customer is among them when any listed kind is theirs. */
export interface CustomerKinds {
  /** Guests. */
  visitors: boolean
  /** Any member. */
  members: boolean
  /** Members that are dealers. */
  dealers: boolean
  customerGroupIds: number[]
  customerIds: number[]
}

/** Whether no kind is listed. */
export function namesNobody({ visitors, members, dealers, customerGroupIds, customerIds }: CustomerKinds): boolean {
  return !visitors && !members && !dealers && customerGroupIds.length === 0 && customerIds.length === 0
}

/** Where a cart is read: by the app's access token, by a web session and its acting tokens, or by an agent. */
export const CHANNELS = ['app', 'web', 'agent'] as const

/** A channel. */
export type Channel = (typeof CHANNELS)[number]

/** The audience of a promotion. Without any kind it includes everybody whom its other members let in, if there is one; else nobody. */
export interface Audience extends CustomerKinds {
  /** Only members without an order: none here that is completed and not cancelled, and none elsewhere. */
  firstOrder?: true
  /** These are never included. */
  exclude?: CustomerKinds
  /** Absent for all. */
  channels?: Channel[]
}

/** Items, by what they are or by the terms of their products; a list that is absent names nothing. Terms are in the spelling of the shop. */
export interface Items {
  productIds?: number[]
  /** Ids of variants, of any product. */
  variantIds?: number[]
  brands?: string[]
  /** A category covers those below it. */
  categories?: string[]
  tags?: string[]
}

/** Names of the lists of items. */
export const ITEM_LISTS = [
  'productIds',
  'variantIds',
  'brands',
  'categories',
  'tags',
] as const satisfies (keyof Items)[]

/**
 * Conditions on the cart. Totals include VAT. What is listed limits the counted and discounted lines: within one kind any value, between kinds
 * all; empty means all products.
 */
export interface Conditions extends Items {
  minimumTotal: string | null
  minimumQuantity: number | null
  productIds: number[]
  /** Bounds of the unit price with VAT, both inclusive. */
  priceFrom?: string
  priceTo?: string
  /** Whether lines whose unit price a discount lowers are left out. */
  excludeDiscounted?: true
  /** What any of these lists names is left out. */
  exclude?: Items
}

/** By what tiers are reached: the value with VAT, or the pieces, of what the promotion covers. */
export const TIER_BASES = ['total', 'quantity'] as const

/** A step of a reward. */
export interface RewardTier {
  /** From where it counts, inclusive: decimal text for totals, an integer for pieces. */
  from: string | number
  value: string
}

/** The steps of a reward, ascending: the highest that is reached counts. Below the first the promotion does not apply. */
export interface RewardTiers {
  by: (typeof TIER_BASES)[number]
  tiers: RewardTier[]
}

/** How much a reward gives: one value, or one by what is covered. */
export type RewardValue = { value: string } | RewardTiers

/** The units that a set of `buy_x_get_y` needs, and what its discounted ones get. */
export interface SetReward {
  type: 'buy_x_get_y'
  /** Units of what the conditions cover; they are paid in full. */
  buy: number
  /** Units of `target`, which are discounted. */
  get: number
  /** What is taken off those. */
  percent: string
  /** Sets at most; null for any number. */
  times: number | null
  /** The items that are discounted; null for those of the conditions. */
  target: Items | null
}

/** The benefit of a promotion. */
export type Reward =
  | ({ type: 'percent'; maximum: string | null } & RewardValue)
  | ({ type: 'fixed' } & RewardValue)
  | { type: 'buy_x_pay_y'; buy: number; pay: number }
  | SetReward
  | { type: 'free_shipping' }

/** The period and the usage limit of a promotion. `endsAt` is exclusive; null means no limit. */
export interface Validity {
  active: boolean
  startsAt: number | null
  endsAt: number | null
  usageLimit: number | null
  usageCount: number
}

/** A campaign: a promotion that a customer chooses, that applies by itself, or that a coupon is bound to. */
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
  /** Whether the campaign may be picked while the shopper has chosen none. */
  automatic?: true
  /** Absent for none. It counts all uses by one customer, whatever the code: a guest has none. */
  usageLimitPerCustomer?: number
  /** Absent for true: whether the campaign applies beside a coupon. */
  combinesWithCoupons?: false
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
  /** Null where the coupon has tiers, or a campaign gives the reward. */
  value: string | null
  /** At most this much, of a coupon that takes percents; absent for no maximum. */
  maximum?: string
  /** Absent for one value. */
  by?: RewardTiers['by']
  tiers?: RewardTier[]
  /** The coupon-bound campaign that defines conditions and reward; null when the coupon defines them. */
  campaignId: number | null
  usageLimitPerCustomer: number | null
  /** The codes with which it was made; absent for a coupon that was made alone. */
  batch?: string
  /** Absent for true: whether campaigns apply beside the coupon. */
  combinesWithCampaigns?: false
  audience: Audience | null
  conditions: Conditions
}

/** What was decided of a product: by the slot of each campaign, for one list of campaigns. `promotions/coverage.ts` writes it. */
export interface DecidedCoverage {
  by: object
  slots: Uint8Array
}
