/** The promotion context: the customer, the time, the channel, the cart lines and the promotions that conditions are checked against. */

import type { Campaign, Channel, Coupon } from '../model/campaign.ts'
import { type Decimal, sum } from '../money/money.ts'
import type { CoverableLine, CoveredLines } from './coverage.ts'
import type { LocalTime } from './local-time.ts'

/** A promotion. */
export type Promotion = Campaign | Coupon

/** The owner of the cart. `customerId` is null for a guest. */
export interface Shopper {
  customerId: number | null
  customerGroupId: number | null
  dealer: boolean
}

/** A cart line with the values that promotions need. Values include VAT and are exact. */
export interface PromotionLine extends CoverableLine {
  quantity: number
  /** The line total with VAT. */
  value: Decimal
}

/** Uses of promotions by held and completed checkouts, without the cart's own hold. */
export interface Uses {
  /** Of the chosen coupon, by all customers. */
  coupon: number
  /** Of the chosen coupon, by the cart's customer. */
  couponByCustomer: number
  /** Whether the cart's customer has an order: a completed one that was not cancelled, or one elsewhere. False where no promotion asks for it. */
  hasOrdered: boolean
  /** Of each campaign that has a usage limit, by its id. */
  campaigns: ReadonlyMap<number, number>
  /** Of each campaign that has a usage limit per customer, by its id, by the cart's customer. Empty for a guest. */
  campaignsByCustomer: ReadonlyMap<number, number>
  /** The campaigns that the cart can hold no more in 24 hours. Empty where no campaign with a usage limit applies by itself. */
  heldTooOften: ReadonlySet<number>
}

/** The input of promotion conditions. */
export interface PromotionContext {
  /** Milliseconds since the epoch. */
  now: number
  /** The same instant in the shop's time zone. */
  local: LocalTime
  /** Where the cart is read. */
  channel: Channel
  shopper: Shopper
  uses: Uses
  lines: PromotionLine[]
  /** The lines by the conditions that cover them. */
  covered: Pick<CoveredLines<PromotionLine>, 'of'>
  /** The chosen coupon, valid or not; null for none, and for a code that no coupon has. */
  coupon: Coupon | null
  /** All campaigns of the shop. */
  campaigns: Campaign[]
  /** Switched off, no campaign applies, and no coupon that is bound to a campaign. */
  campaignEngine: boolean
}

/** Returns the exact VAT-inclusive value of lines. */
export function totalValue(lines: readonly PromotionLine[]): Decimal {
  return sum(lines.map(line => line.value))
}

/** Returns the number of pieces of lines. */
export function totalQuantity(lines: readonly PromotionLine[]): number {
  return lines.reduce((total, { quantity }) => total + quantity, 0)
}

/** Finds the coupon-bound campaign that a coupon names. */
export function findBoundCampaign(
  { campaignId }: Coupon,
  { campaigns }: Pick<PromotionContext, 'campaigns'>,
): Campaign | undefined {
  return campaigns.find(({ id, couponBound }) => couponBound && id === campaignId)
}
