/** Coupons and campaigns, as they are read and written one by one. */

import type { Author as ChangeAuthor } from '../../model/author.ts'
import type { Campaign, Coupon } from '../../model/campaign.ts'
import type { Records } from '../../shop-file/imported-records.ts'
import type { Reference } from '../../shop-file/read-record.ts'

/** Stored promotions by the sections of a shop file. */
export interface Stored {
  coupons: Coupon
  campaigns: Campaign
}

/** The section of a promotion, which is also the name of its table. */
export type Section = keyof Stored

/** The folded code of a coupon, or the id of a campaign. */
export type PromotionKey = string | number

/** A promotion to store. A null count of uses keeps the stored one. */
export interface NewPromotion<S extends Section> {
  section: S
  key: PromotionKey
  record: Records[S]
  /** Throws a refusal where the stored promotion is not the one that the write is for. */
  requireState: (stored: Stored[S] | undefined) => void
  /** Records that must exist. */
  references: readonly Reference[]
}

/** A promotion that was saved: before, unless it is new, and as it is stored now. */
export interface Saved<T> {
  before: T | undefined
  now: T
}

/** Who writes, and when in milliseconds since the epoch. */
export interface Author extends ChangeAuthor {
  at: number
}
