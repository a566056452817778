/** Coupons that name a customer, and the uses of promotions, each in one statement. */

import { sql } from 'kysely'
import type { Member } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import type { JsonText } from '../../db/column-types.ts'
import type { Queries } from '../../db/database.ts'
import { jsonInteger, jsonIsTrue } from '../../db/json-member.sql.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { Coupon } from '../../model/campaign.ts'
import { requireShopRow } from '../../shop/require-shop-row.ts'
import type { StoredCart } from '../cart.ts'
import { isOwner, statementOfOwner } from '../storage/cart.sql.ts'
import type { CartRow } from '../storage/cart-row.ts'
import { hasOrdered } from '../storage/functions/has-ordered.sql.ts'
import type { UsesOfPromotion } from './usable-coupons.ts'

/** Coupons that are examined: first those that name the customer, then those of the group, each in the order of their codes. */
export const MAX_EXAMINED = 1_000
/** Length of the documents of those that are read, in bytes: one can list ten thousand customers. */
const MAX_LENGTH = 4_000_000

/** A customer, as the coupons and the shop were read, and the coupons that name the customer and have not ended. */
export interface NamingCoupons
  extends Pick<StoredCart, 'customerId' | 'customerGroupId' | 'dealer' | 'customerStatus' | 'mergedInto'> {
  shopRevision: number
  hasOrdered: boolean
  coupons: Coupon[]
}

/** The queries of one database. */
export interface OwnCouponStore {
  /** Finds the coupons that the index of audiences has for a customer. @param now milliseconds since the epoch */
  findNaming: (owner: Member, now: number) => Promise<NamingCoupons>
  /** Counts the uses of promotions by their keys, without the hold of the customer's cart. */
  countUses: (
    owner: Member,
    promotions: readonly string[],
    now: number,
  ) => Promise<ReadonlyMap<string, UsesOfPromotion>>
}

/** Creates the queries. */
export function createOwnCouponStore(database: Queries): OwnCouponStore {
  return {
    async findNaming(owner, now) {
      const rows = await selectNaming(database, keyOf(owner), { now })
      const row = requireShopRow(rows[0])
      return {
        shopRevision: row.shop_revision,
        customerId: row.customer_id,
        customerGroupId: row.customer_group_id,
        dealer: row.dealer === 1,
        customerStatus: row.customer_status,
        mergedInto: null,
        hasOrdered: row.has_ordered === 1,
        // Not by the texts that are kept for carts: these are read once in a while.
        coupons: rows.flatMap(({ coupon }) => (coupon === null ? [] : [JSON.parse(coupon) as Coupon])),
      }
    },

    async countUses(owner, promotions, now) {
      if (promotions.length === 0) return new Map()
      const keys = JSON.stringify(promotions.map(promotion => ({ promotion })))
      const rows = await selectUses(database, keyOf(owner), { promotions: keys, now })
      return new Map(rows.map(({ promotion, all_uses, own_uses }) => [promotion, { all: all_uses, own: own_uses }]))
    },
  }
}

type NamingRow = Pick<
  CartRow,
  'shop_revision' | 'customer_id' | 'customer_status' | 'customer_group_id' | 'dealer' | 'has_ordered'
> & { coupon: JsonText | null }

const selectNaming = statementOfOwner<{ now: number }, NamingRow>((parameter, engine) => {
  const named = (place: 0 | 1, kind: 'customer' | 'group', id: 'id' | 'customer_group_id') => sql`
    select * from (
      select a.folded_code, ${sql.lit(place)} as place from coupon_audiences a
      where a.kind = ${sql.lit(kind)} and a.id = (select ${sql.ref(id)} from member)
      order by a.folded_code limit ${sql.lit(MAX_EXAMINED)}) as of_${sql.raw(kind)}`
  const endsAt = jsonInteger(engine, 'k.document', 'endsAt')
  return sql`
    with member as (
      select u.id, u.status, u.customer_group_id, u.dealer, ${hasOrdered} as has_ordered
      from customers u where ${isOwner(parameter, 'u')}
    ), examined as (
      select folded_code, min(place) as place
      from (${named(0, 'customer', 'id')} union all ${named(1, 'group', 'customer_group_id')}) as named
      group by folded_code order by 2, folded_code limit ${sql.lit(MAX_EXAMINED)}
    ), living as (
      select k.document, sum(octet_length(k.document)) over (order by e.place, e.folded_code) as length
      from examined e join coupons k on k.folded_code = e.folded_code
      where ${jsonIsTrue(engine, 'k.document', 'active')} and (${endsAt} is null or ${endsAt} > ${parameter('now')})
    )
    select shop.revision as shop_revision, member.id as customer_id, member.status as customer_status, member.customer_group_id,
      member.dealer, member.has_ordered, living.document as coupon
    from shop left join member on 1 = 1 left join living on living.length <= ${sql.lit(MAX_LENGTH)}`
})

type UsesRow = { promotion: string; all_uses: number; own_uses: number }

const selectUses = statementOfOwner<{ promotions: string; now: number }, UsesRow>((parameter, engine) => {
  const isOfOthers = sql`u.expires_at > ${parameter('now')} and u.reference <> coalesce(
    (select reference from checkouts where subject = ${parameter('cartId')} and state = 'held'), '')`
  return sql`
    select k.promotion, coalesce((select c.completed from promotion_counts c where c.promotion = k.promotion), 0)
        + (select count(*) from promotion_uses u where u.promotion = k.promotion and ${isOfOthers}) as all_uses,
      (select count(*) from promotion_uses u where u.promotion = k.promotion and u.customer_id = ${parameter('customerId')}
        and (u.expires_at is null or (${isOfOthers}))) as own_uses
    from ${jsonRows(parameter('promotions'), 'k', { columns: { promotion: 'text' }, engine })}`
})
