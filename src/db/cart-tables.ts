/** Types of the tables of carts; see `tables.ts`. */

import type { Generated } from 'kysely'
import type { EpochMs, Flag, JsonText } from './column-types.ts'

/** A cart with its choices, from the first write on. `id` is its owner, `member:42`, `guest:<uuid>` or `ucp:<uuid>`. */
export interface CartTable {
  id: string
  /** The chosen coupon's code, folded for comparison; no coupon has it once the coupon was deleted. */
  coupon_code: string | null
  /** The code as it was entered. It counts where it has `coupon_code`: earlier versions changed that alone. */
  entered_code: Generated<string | null>
  campaign_id: number | null
  /** Whether the shopper has switched off the campaigns that apply by themselves. */
  campaign_off: Generated<Flag>
  /** Customer that a guest's cart was merged into, 0 once that customer is deleted; the guest's tokens are refused from then on. */
  merged_into: number | null
  /** Of a merged guest: when the last of the guest's tokens ends. Null where an earlier version has merged the guest. */
  tokens_end_at: Generated<EpochMs | null>
  created_at: EpochMs
  /** Time of the last touch, at most one day before the last read or write. */
  used_at: EpochMs
  /**
   * Time of the last change of lines or choices, at most ten minutes before it. Null on PostgreSQL for a cart that was not written or
   * touched since the column was added: `used_at` counts then.
   */
  changed_at: Generated<EpochMs | null>
  /** The code that was refused last, as the shop wrote it; null for none. Codes that no coupon has are not stored. */
  refused_code: string | null
  /** Why it was refused. */
  refused_reason: string | null
  /** When it was refused; the columns count for a day. */
  refused_at: EpochMs | null
  /** Incremented by every write on PostgreSQL. SQLite has one writer and needs none. */
  revision: Generated<number>
}

/** A line of a cart. Its key (cart, product, variant) allows one line per item. */
export interface CartLineTable {
  cart_id: string
  product_id: number
  /** 0 for a line without a variant: a null would not be unique in the key. */
  variant_id: number
  id: string
  /** Order in which lines were first added. */
  position: number
  quantity: number
  order_note: string | null
  gift_note: string | null
  gift_package: Flag
}

/** The idempotency key of an add, with what was added. It outlives the line and the cart's row. */
export interface IdempotencyKeyTable {
  cart_id: string
  idempotency_key: string
  product_id: number
  /** 0 for an item without a variant. */
  variant_id: number
  quantity: number
  /** Line that the add wrote. */
  item_id: string
  /** `prune` deletes the row a day later. */
  created_at: EpochMs
}

/** A link that brings items into the cart of whoever opens it. */
export interface CartLinkTable {
  /** Digest of what the link contains. */
  id: string
  /** The items in their order, as a JSON array of `[product id, variant id or 0, quantity]`. */
  lines: JsonText
  /** The coupon code as it was written; null for none. */
  entered_code: string | null
  created_at: EpochMs
  /** The link is not found from this time on. */
  expires_at: EpochMs
  /** How many visitors may bring something; null for any number. */
  uses: number | null
  /** How many have. */
  used: Generated<number>
}
