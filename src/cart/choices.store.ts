/** What an owner chose for the cart: a coupon and a campaign. They stay chosen while they do not hold. */

import { sql } from 'kysely'
import type { Owner } from '../auth/identity.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import type { CartTable } from '../db/tables.ts'
import { keyOf, mayCreate, type OwnerKey, usedNow } from './cart.sql.ts'

type ChoiceKey = OwnerKey & { now: number }

export type ChoicesStore = ReturnType<typeof choicesStore>

/** The statements of choices. Each creates the owner's cart where missing; none touches a cancelled guest's. */
export function choicesStore(database: Queries, now: () => number) {
  return {
    /**
     * Chooses the shop's coupon with this folded code; one that no coupon has drops the earlier choice.
     * @returns whether a coupon was chosen
     */
    async saveCoupon(owner: Owner, foldedCode: string | null): Promise<boolean> {
      const [cart] = await upsertCoupon(database, { ...keyOf(owner), now: now(), foldedCode })
      return cart !== undefined && cart.coupon_code !== null
    },

    /** Chooses a campaign, or none. */
    async saveCampaign(owner: Owner, campaignId: number | null): Promise<void> {
      await upsertCampaign(database, { ...keyOf(owner), now: now(), campaignId })
    },
  }
}

const upsertCoupon = prepared<ChoiceKey & { foldedCode: string | null }, Pick<CartTable, 'coupon_code'>>(
  (parameter, engine) => sql`
    insert into carts (id, created_at, used_at, coupon_code)
    select ${parameter('cartId')}, ${parameter('now')}, ${parameter('now')},
      (select folded_code from coupons where folded_code = ${parameter('foldedCode')})
    from shop where ${mayCreate(parameter('customerId'), engine)}
    on conflict (id) do update set coupon_code = excluded.coupon_code, revision = carts.revision + 1,
      used_at = ${usedNow(parameter)}
    where carts.merged_into is null
    returning coupon_code`,
)

const upsertCampaign = prepared<ChoiceKey & { campaignId: number | null }, never>(
  (parameter, engine) => sql`
    insert into carts (id, created_at, used_at, campaign_id)
    select ${parameter('cartId')}, ${parameter('now')}, ${parameter('now')}, ${parameter('campaignId')}
    from shop where ${mayCreate(parameter('customerId'), engine)}
    on conflict (id) do update set campaign_id = excluded.campaign_id, revision = carts.revision + 1,
      used_at = ${usedNow(parameter)}
    where carts.merged_into is null`,
)
