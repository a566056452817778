/** Pages of what exports read: each is of one moment, and other requests run between two of them. */

import { findProductPage, type ListedProduct } from '../catalog/admin/product-list.store.ts'
import type { Queries } from '../db/database.ts'
import { pages } from '../db/row-pages.ts'
import type { Campaign, Coupon } from '../model/campaign.ts'
import { foldCouponCode } from '../model/coupon-code.ts'
import { type CodeFilters, findCouponRows } from '../promotions/admin/codes/code-list.store.ts'
import { findDocuments } from '../promotions/admin/promotion-pages.sql.ts'

const PRODUCTS = 200
/** Fewer: each document may have half a megabyte, and a page is measured before it is cut at a megabyte. */
const PROMOTIONS = 50
/** They are mostly short. */
const BOUND_COUPONS = 200

/**
 * Yields pages of all products with their variants, in the order of their ids.
 * @param now milliseconds since the epoch
 */
export function productPages(queries: Queries, now: number): AsyncGenerator<ListedProduct[]> {
  return pages(async last => {
    const query = { after: last && [last.id], limit: PRODUCTS }
    return (await findProductPage(queries, query, now)).products
  })
}

/** Yields pages of all coupons, in the order of their folded codes. */
export function couponPages(queries: Queries): AsyncGenerator<Coupon[]> {
  return pages<Coupon>(async last => {
    const { documents } = await findDocuments(queries, 'coupons', {
      after: last && foldCouponCode(last.code),
      limit: PROMOTIONS,
    })
    return documents.map(each => JSON.parse(each) as Coupon)
  })
}

/** Yields pages of the coupons that are bound to a campaign, or of a batch of them, in the order of the bytes of their folded codes. */
export function boundCouponPages(
  queries: Queries,
  of: Pick<CodeFilters, 'campaignId' | 'batch'>,
): AsyncGenerator<Coupon[]> {
  return pages<Coupon>(async last => {
    const after = last && foldCouponCode(last.code)
    return (await findCouponRows(queries, { ...of, after, limit: BOUND_COUPONS })).coupons
  })
}

/** Yields pages of all campaigns, in the order of their ids. */
export function campaignPages(queries: Queries): AsyncGenerator<Campaign[]> {
  return pages<Campaign>(async last => {
    const { documents } = await findDocuments(queries, 'campaigns', { after: last?.id, limit: PROMOTIONS })
    return documents.map(each => JSON.parse(each) as Campaign)
  })
}
