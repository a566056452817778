/** The coupon of a code that a shopper enters, with the facts that decide whether the code is stored, read in one statement. */

import { sql } from 'kysely'
import type { Owner } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import { parseCoupon } from '../../promotions/parse-coupon.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import type { CouponOwner } from '../pricing/price-cart.ts'
import { isOwner, statementOfOwner, type UsesQuery } from '../storage/cart.sql.ts'
import { type CartRow, toUses } from '../storage/cart-row.ts'
import { countUses } from '../storage/functions/count-uses.sql.ts'
import { hasOrdered } from '../storage/functions/has-ordered.sql.ts'

/** A coupon, the customer who enters its code, and its uses without the hold of the customer's cart. */
export interface EnteredCoupon extends CouponOwner {
  /** The shop's revision when the coupon was read. */
  shopRevision: number
}

/** Finds the coupon with a folded code. */
export type FindEnteredCoupon = (owner: Owner, foldedCode: string) => Promise<EnteredCoupon>

/** Creates the query. @param now milliseconds since the epoch */
export function createEnteredCouponFinder(database: Queries, now: () => number): FindEnteredCoupon {
  return async (owner, foldedCode) => {
    const [found] = await selectCoupon(database, keyOf(owner), { foldedCode, now: now(), ...NO_CAMPAIGNS })
    const row = requireShopRow(found)
    return {
      shopRevision: row.shop_revision,
      coupon: row.coupon === null ? null : parseCoupon(row.coupon),
      customerId: row.customer_id,
      customerGroupId: row.customer_group_id,
      dealer: row.dealer === 1,
      // Of campaigns, only those by the customer of the one that the coupon is bound to.
      uses: toUses(row),
    }
  }
}

const NO_CAMPAIGNS = { limitedCampaigns: '[]', limitedPerCustomer: '[]' } as const

type CouponRow = Pick<
  CartRow,
  'shop_revision' | 'customer_id' | 'customer_group_id' | 'dealer' | 'coupon' | 'uses' | 'has_ordered'
>

const selectCoupon = statementOfOwner<UsesQuery & { foldedCode: string }, CouponRow>((parameter, engine) => {
  const bound = sql<string>`coalesce('[' || k.campaign_id || ']', '[]')`
  return sql`
    select shop.revision as shop_revision, u.id as customer_id, u.customer_group_id, u.dealer, k.document as coupon,
      case when k.limited = 1 or (k.campaign_id is not null and u.id is not null)
        then ${countUses(parameter, engine, bound)} end as uses,
      ${hasOrdered} as has_ordered
    from shop
    left join customers u on ${isOwner(parameter, 'u')}
    left join coupons k on k.folded_code = ${parameter('foldedCode')}`
})
