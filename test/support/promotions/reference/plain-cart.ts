/** Carts and promotions as the reference computation and the generator of tests have them: amounts are decimal texts, terms are numbers. */

import type { Channel } from '../../../../src/model/campaign.ts'

/** A reduction of a unit price. */
export interface PlainDiscount {
  type: 'percent' | 'amount' | 'price'
  value: string
}

/** A price from a quantity on: of all, of the members of the group, or of another group. */
export interface PlainTierPrice {
  from: number
  price: string
  of: 'all' | 'group' | 'others'
}

/** A variant; null for the price, the group's price and the discount of its product, and without prices by quantity for those. */
export interface PlainVariant {
  id: number
  price: string | null
  groupPrice: string | null
  tierPrices: readonly PlainTierPrice[]
  discount: PlainDiscount | null
}

/** A product. A category is the path of its parts. */
export interface PlainProduct {
  id: number
  price: string
  /** The price of members of the group. */
  groupPrice: string | null
  tierPrices: readonly PlainTierPrice[]
  /** In percent. */
  rate: string
  discount: PlainDiscount | null
  variants: readonly PlainVariant[]
  brand: number | null
  categories: readonly (readonly number[])[]
  tags: readonly number[]
  freeCargo: boolean
}

/** A line, whose variant is undefined for a product without variants. */
export interface PlainLine {
  product: PlainProduct
  variant: PlainVariant | undefined
  quantity: number
}

/** What items are named by. An empty list names nothing. */
export interface PlainItems {
  productIds: readonly number[]
  variantIds: readonly number[]
  brands: readonly number[]
  categories: readonly (readonly number[])[]
  tags: readonly number[]
}

/** Conditions on the cart. */
export interface PlainConditions extends PlainItems {
  minimumTotal: string | null
  minimumQuantity: number | null
  priceFrom: string | null
  priceTo: string | null
  excludeDiscounted: boolean
  exclude: PlainItems
}

/** An amount by the value, or the pieces, of what is covered; `from` ascends. */
export interface PlainTiers {
  by: 'total' | 'quantity'
  tiers: readonly { from: string; value: string }[]
}

/** A reward of one amount, or of one by tiers. */
export type PlainAmountReward =
  | { type: 'percent'; value: string | PlainTiers; maximum: string | null }
  | { type: 'fixed'; value: string | PlainTiers }

/** A reward by sets of units that are bought and others that are discounted; null for those of the conditions. */
export interface PlainSetReward {
  type: 'buy_x_get_y'
  buy: number
  get: number
  percent: string
  times: number | null
  target: PlainItems | null
}

/** A reward. */
export type PlainReward =
  | PlainAmountReward
  | PlainSetReward
  | { type: 'buy_x_pay_y'; buy: number; pay: number }
  | { type: 'free_shipping' }

/** How often one customer may use a promotion, and the customer of the cart has. */
export interface PlainLimit {
  limit: number
  used: number
}

/** A campaign. */
export interface PlainCampaign {
  id: number
  group: number
  priority: number
  isAutomatic: boolean
  isBound: boolean
  /** Whether it applies beside a coupon. */
  combines: boolean
  isForMembers: boolean
  /** Whether it is for first orders alone. */
  isForFirst: boolean
  /** Null for no limit. */
  ofCustomer: PlainLimit | null
  /** Empty for all. */
  channels: readonly Channel[]
  reward: PlainReward
  conditions: PlainConditions
}

/** A coupon. */
export interface PlainCoupon {
  description: string
  /** Unless it is bound to a campaign. */
  reward: PlainAmountReward | { type: 'free_shipping' }
  campaignId: number | null
  /** Whether campaigns apply beside it. */
  combines: boolean
  /** Null for no limit. */
  ofCustomer: PlainLimit | null
  conditions: PlainConditions
}

/** A cart, with what its shop says. */
export interface PlainCart {
  places: number
  isGross: boolean
  lines: readonly PlainLine[]
  campaigns: readonly PlainCampaign[]
  coupon: PlainCoupon | null
  /** Id of the chosen campaign. */
  choice: number | null
  /** Whether the owner has switched automatic campaigns off. */
  isOff: boolean
  isMember: boolean
  /** Whether a member has the prices of the group. */
  isInGroup: boolean
  /** Whether a member has ordered before. */
  hasOrdered: boolean
  /** Where the cart is read. */
  channel: Channel
  isEngineOn: boolean
  winner: 'best' | 'priority'
  together: 'one' | 'groups'
  showsOffers: boolean
  shipping: { freeLimit: string | null; rates: readonly { from: string; price: string }[] } | null
  includesCargo: boolean
}

/** Why an unbound coupon does not apply, and what it lacks where that is minimums alone. */
export interface PlainRefusal {
  reason: 'products' | 'minimum_quantity' | 'minimum_total'
  quantity: number
  /** In minor units. */
  total: bigint
  isLimited: boolean
}

/** An offer: what a campaign lacks. */
export type PlainOffer = { id: number } & ({ total: bigint } | { quantity: number })

/** The amounts of a cart in minor units, and what applies. */
export interface PlainAmounts {
  lines: {
    unitPrice: bigint
    lineTotal: bigint
    unitPriceWithVat: bigint
    /** Null where no discount lowers the price. */
    listPriceWithVat: bigint | null
    lineTotalWithVat: bigint
    coupon: bigint
    campaign: bigint
    payable: bigint
  }[]
  listed: number[]
  /** Null where none applies. */
  coupon: bigint | null
  /** Null without a coupon, for one that applies, and for one that is bound to a campaign. */
  refusal: PlainRefusal | null
  campaigns: { id: number; amount: bigint }[]
  /** Whether the shopper has not chosen one of them. */
  isPicked: boolean
  offers: PlainOffer[]
  discountTotal: bigint
  subtotalWithVat: bigint
  /** Null where none is shown. */
  cargo: bigint | null
  grandTotal: bigint
  breakdown: { rate: number; net: bigint; vat: bigint; total: bigint }[]
}
