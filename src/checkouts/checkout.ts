/** The checkout model: what a web shop reports about the order of a cart, and the rules of its states. */

import type { HeldCartDocument } from '../cart/pricing/cart.document.ts'
import { decimal, type Money } from '../money/money.ts'
import type { CheckoutState } from './checkout-state.ts'
import type { ItemsReturn } from './returns/items-return.ts'

/** A checkout. Times are milliseconds since the epoch. */
export interface Checkout {
  /** The shop's order number. */
  reference: string
  state: CheckoutState
  /** The owner of the cart; null once the customer is deleted. */
  subject: string | null
  /** Null for a guest, and once the customer is deleted. */
  customerId: number | null
  heldAt: number
  expiresAt: number
  /** Time of the first completion. */
  completedAt: number | null
  /** Whether a promotion was used beyond its limit, because a paid order is never refused. */
  overLimit: boolean
  /** Whether the order has taken more of an item than other carts have left of it: a paid order is never refused. */
  overStock: boolean
  /** The cart as held; null once it was condensed. */
  cart: HeldCartDocument | null
  /** The totals as held. */
  totals: CartTotals
  /** What the customer pays, as held: with shipping. */
  payable: Money
  /** The returns of its items, the first first. */
  returns: readonly ItemsReturn[]
}

/** The totals of a cart document. */
export type CartTotals = HeldCartDocument['data']['attributes']

/** Returns the state at `now`, in milliseconds since the epoch: a stored hold past its end is expired. */
export function stateOf(
  row: { state: Exclude<CheckoutState, 'expired'>; expires_at: number },
  now: number,
): CheckoutState {
  return row.state === 'held' && row.expires_at <= now ? 'expired' : row.state
}

/** The totals that the web shop has shown to its customer. */
export interface ExpectedTotals {
  grandTotal: string
  cargoPrice?: string
}

/** What a hold expects of the cart. A repeated hold is compared by its totals alone. */
export interface Expected extends ExpectedTotals {
  /** The tag of the cart that the web shop has shown. */
  etag?: string
}

/** The promotions that a held cart applies, each of which it takes one use of. */
export interface HeldPromotions {
  /** Folded code of the coupon. */
  couponCode: string | null
  /** The campaigns in the order in which they apply. */
  campaignIds: readonly number[]
  /** The campaign that the coupon is bound to. */
  boundCampaignId: number | null
}

/**
 * Returns whether a cart has the expected totals, compared as decimals. A cargo price that is not expected is not compared.
 * @param expected texts that are decimal numbers
 */
export function hasTotals(totals: CartTotals, { grandTotal, cargoPrice }: ExpectedTotals): boolean {
  return (
    isEqual(totals.grandTotal?.amount, grandTotal) &&
    (cargoPrice === undefined || isEqual(totals.cargoPrice?.amount, cargoPrice))
  )
}

function isEqual(amount: string | undefined, expected: string): boolean {
  return amount !== undefined && decimal(amount).eq(decimal(expected))
}

/**
 * Decides what a hold of an existing reference means: `same` answers the held document again, `taken` refuses, and `again` holds anew.
 */
export function decideRepeat(
  existing: Checkout,
  subject: string,
  expected: ExpectedTotals,
): 'same' | 'taken' | 'again' {
  if (existing.subject !== subject || existing.state === 'cancelled') return 'taken'
  if (existing.state === 'released' || existing.state === 'expired') return 'again'
  return hasTotals(existing.totals, expected) ? 'same' : 'taken'
}

/** Returns the campaigns that a held cart applies, with the one that its coupon is bound to. */
export function heldCampaignIds({ campaignIds, boundCampaignId }: Omit<HeldPromotions, 'couponCode'>): number[] {
  return boundCampaignId === null ? [...campaignIds] : [...campaignIds, boundCampaignId]
}

/** Returns the keys of promotions in `promotion_uses`, in the order in which their locks are taken. */
export function promotionKeys(promotions: HeldPromotions): string[] {
  const { couponCode } = promotions
  const campaigns = heldCampaignIds(promotions).map(id => `campaign:${id}`)
  return [...new Set([...campaigns, ...(couponCode === null ? [] : [`coupon:${couponCode}`])])].sort()
}
