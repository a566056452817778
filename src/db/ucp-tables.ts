/** Types of the tables of carts that agents fill over the Universal Commerce Protocol; see `tables.ts`. */

import type { EpochMs, JsonText } from './column-types.ts'

/** What an agent's cart has besides its row in `carts`, by whose id it is found, and its lines in `cart_lines`. */
export interface UcpCartTable {
  /** `ucp:<uuid>`. */
  cart_id: string
  /** 1 at the creation; each update increments it. */
  revision: number
  /** The coupon codes as they were sent, as a JSON array. Which of them applies is decided at every read. */
  codes: JsonText
  /** The cart is not found from this time on. */
  expires_at: EpochMs
  cancelled_at: EpochMs | null
  created_at: EpochMs
}

/** The idempotency key of a write to an agent's cart, with its answer. */
export interface UcpIdempotencyKeyTable {
  /** Who has sent the key: `Platform.key`. */
  platform: string
  key: string
  /** Digest of the operation, the cart's id and the body. */
  request_hash: string
  status: number
  body: JsonText
  /** `prune` deletes the row a day later. */
  created_at: EpochMs
}

/** What an owner's cart has got from an agent's cart by its link. */
export interface UcpBroughtTable {
  /** The owner, `member:42` or `guest:<uuid>`. */
  cart_id: string
  /** `ucp:<uuid>`. */
  ucp_cart_id: string
  /** The latest revision of the agent's cart that was brought. */
  revision: number
  /** The largest quantity brought of each item, as a JSON object by `<product id>-<variant id or 0>`. */
  quantities: JsonText
  /** The folded code of the coupon that was brought last; null while none was. */
  coupon_code: string | null
  brought_at: EpochMs
}
