/** Types of the tables of coupons; see `tables.ts`. */

import type { GeneratedAlways } from 'kysely'
import type { NamedKind } from '../model/coupon-audience.ts'
import type { EpochMs, Flag, JsonText } from './column-types.ts'

/** A coupon. */
export interface CouponTable {
  /** Code folded for comparison; see `model/coupon-code.ts`. */
  folded_code: string
  document: JsonText
  /** Whether the coupon has a usage limit; computed by the database from the document. */
  limited: GeneratedAlways<Flag>
  /** Whether it is of first orders alone; computed by the database from the document. */
  first_order: GeneratedAlways<Flag>
  /** The campaign that it is bound to, null for none; computed by the database from the document. */
  campaign_id: GeneratedAlways<number | null>
  /** The batch of codes with which it was made, null for none; computed by the database from the document. */
  batch: GeneratedAlways<string | null>
}

/** Whom the audience of a coupon names, by which a customer's coupons are found. */
export interface CouponAudienceTable {
  kind: NamedKind
  /** Of the customer or the group. */
  id: number
  folded_code: string
}

/** The idempotency key of a request for codes, with what it asked for. */
export interface CodeRequestTable {
  campaign_id: number
  idempotency_key: string
  /** SHA-256 of what was asked for. */
  request_hash: string
  batch: string
  count: number
  /** `prune` deletes the row a day later. */
  created_at: EpochMs
}
