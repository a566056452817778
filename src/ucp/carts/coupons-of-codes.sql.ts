/** Finds the coupons of codes, with their uses, in one statement. */

import { sql } from 'kysely'
import type { UcpOwner } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import { statementOfOwner, type UsesQuery } from '../../cart/storage/cart.sql.ts'
import { type CartRow, toUses } from '../../cart/storage/cart-row.ts'
import { countUses } from '../../cart/storage/functions/count-uses.sql.ts'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Coupon } from '../../model/campaign.ts'
import { foldCouponCode } from '../../model/coupon-code.ts'
import { parseCoupon } from '../../promotions/parse-coupon.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import type { CodedCoupons } from './judge-codes.ts'

/** The coupons of codes at one revision of the shop. */
export interface FoundCoupons {
  shopRevision: number
  coupons: CodedCoupons
}

/** Finds the coupons of codes as they were sent. @param now milliseconds since the epoch */
export async function findCouponsOf(
  queries: Queries,
  owner: UcpOwner,
  codes: readonly string[],
  now: number,
): Promise<FoundCoupons> {
  const folded = [...new Set(codes.map(foldCouponCode))].map(code => ({ code }))
  const rows = await selectCoupons(queries, keyOf(owner), {
    codes: JSON.stringify(folded),
    now,
    limitedCampaigns: '[]',
    limitedPerCustomer: '[]',
  })
  return { shopRevision: requireShopRow(rows[0]).shop_revision, coupons: new Map(rows.flatMap(toCoded)) }
}

type Row = Pick<CartRow, 'shop_revision' | 'coupon' | 'uses'> & { folded_code: string | null }

function toCoded({ folded_code: code, coupon, uses }: Row): [string, { coupon: Coupon; uses: UsesOfCoupon }][] {
  if (code === null || coupon === null) return []
  // An agent's cart is a guest's.
  const counted = toUses({ uses, has_ordered: null })
  return [
    [
      code,
      {
        coupon: parseCoupon(coupon),
        uses: { coupon: counted.coupon, couponByCustomer: counted.couponByCustomer },
      },
    ],
  ]
}

type UsesOfCoupon = { coupon: number; couponByCustomer: number }

const selectCoupons = statementOfOwner<UsesQuery & { codes: string }, Row>((parameter, engine) => {
  return sql`
    select shop.revision as shop_revision, k.folded_code, k.document as coupon,
      case when k.limited = 1 then ${countUses(parameter, engine)} end as uses
    from shop
    left join coupons k on k.folded_code in (
      select c.code from ${jsonRows(parameter('codes'), 'c', { columns: { code: 'text' }, engine })})`
})
