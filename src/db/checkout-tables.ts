/** Types of the tables of checkouts, and of what they hold; see `tables.ts`. */

import type { GeneratedAlways } from 'kysely'
import type { EpochMs, Flag, JsonText } from './column-types.ts'

/** A checkout: what the web shop reports about the order of a cart. */
export interface CheckoutTable {
  /** The shop's order number. */
  reference: string
  /** A hold past `expires_at` is expired; it keeps the state `held`. */
  state: 'held' | 'completed' | 'released' | 'cancelled'
  /** The owner, `member:42` or `guest:<uuid>`; null once the customer is deleted. */
  subject: string | null
  customer_id: number | null
  /** The folded code of the coupon that the held cart applied. */
  coupon_code: string | null
  /** The campaign that the held cart applied. */
  campaign_id: number | null
  /** The ids of the campaigns that it applied besides; null for none. */
  further_campaigns: JsonText | null
  /** The campaign that the applied coupon was bound to. */
  bound_campaign_id: number | null
  held_at: EpochMs
  expires_at: EpochMs
  /** Time of the first completion, also after a cancellation; the cart gives its lines up only once. */
  completed_at: EpochMs | null
  over_limit: Flag
  /** Whether the order has taken more than was left of an item. */
  over_stock: Flag
  /** What the completion took from the stored stock, without what was returned since, as JSON of `TakenItem`; null for nothing. */
  taken: JsonText | null
  /** The cart document as held; of a condensed checkout its totals alone, as a cart without lines. */
  document: JsonText
  /** What a condensed checkout has held; see `checkouts/condensed-cart.ts`. Null while `document` has the lines. */
  quantities: string | null
  /** The hold that the cart had when its customer was deleted; null before, and without one. */
  last_hold: string | null
  /** The `expires_at` of the hold whose end by time was told as an event; null before. */
  told_end: EpochMs | null
}

/** A return of items of a completed checkout. */
export interface CheckoutReturnTable {
  reference: string
  /** 1 for the first return of the checkout. */
  number: number
  id: string
  at: EpochMs
  /** Whether the items were added to the stock. */
  restock: Flag
  /** What was returned, as JSON of `ReturnedLine`, in the order of the request. */
  lines: JsonText
  /** What all returns of the checkout up to this one refund, as JSON of `Money`; `null` as JSON where the amounts of lines are unknown. */
  refunded: JsonText
  /** Of the request; null without one. */
  idempotency_key: string | null
  /** SHA-256 of what was asked for with the key. */
  request_hash: string | null
}

/** The columns of a checkout with those that the database computes. */
export interface ComputedCheckoutTable extends CheckoutTable {
  /** The `grandTotal` of the document; null for a document without one. */
  grand_total: GeneratedAlways<JsonText | null>
  /** The amount of the document's `cargoPrice`; null without one, and where the `grandTotal` includes it. */
  separate_shipping: GeneratedAlways<string | null>
}

/** A hold of a coupon or campaign that has a usage limit, until the checkout is completed. `prune` deletes the row a day later. */
export interface UnpaidHoldTable {
  cart_id: string
  /** `coupon:<folded code>` or `campaign:<id>`. */
  promotion: string
  reference: string
  held_at: EpochMs
  /** For how long the cart was held. */
  duration_ms: number
}

/** What a hold reserves of an item. It counts until `expires_at`; a write to the item's stock, or `prune`, deletes the row afterwards. */
export interface StockReservationTable {
  reference: string
  product_id: number
  /** 0 for a product without variants. */
  variant_id: number
  quantity: number
  expires_at: EpochMs
}

/** A use of a coupon or campaign by a checkout that is held or completed. */
export interface PromotionUseTable {
  /** `coupon:<folded code>` or `campaign:<id>`. */
  promotion: string
  reference: string
  customer_id: number | null
  /** Null for a completed checkout. */
  expires_at: EpochMs | null
  /** Whether a completed checkout has used it beyond its limit. */
  over_limit: Flag
}

/** How often completed checkouts have used a coupon or campaign. Its row is the lock under which uses are taken. */
export interface PromotionCountTable {
  promotion: string
  completed: number
  /** How many of them were beyond the limit. */
  over_limit: number
}
