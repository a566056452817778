/** The uses that a promotion would have if it were stored now: those of its code or id, whether anything is stored under it or not. */

import { sql } from 'kysely'
import type { OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import { jsonInteger } from '../../db/json-member.sql.ts'
import { isOwner, statementOfOwner, type UsesQuery } from '../storage/cart.sql.ts'
import { type CartRow, toUses } from '../storage/cart-row.ts'
import { countUses } from '../storage/functions/count-uses.sql.ts'
import { hasOrdered } from '../storage/functions/has-ordered.sql.ts'
import type { OwnUses } from './with-promotion.ts'

/** The key of a promotion: of a coupon its folded code, of a campaign its id; the other one is null. */
export interface UnsavedKey {
  foldedCode: string | null
  campaignId: number | null
}

/** The uses under a key. */
export interface UnsavedUses extends OwnUses {
  /** The `usageCount` of the stored coupon; null for a campaign, and where no coupon has the code. */
  couponUsageCount: number | null
}

/**
 * Counts the uses under a key without the hold of the cart.
 * @param owner whose cart it is, and whose own uses count
 * @param now milliseconds since the epoch, as of which holds live
 */
export async function countUnsavedUses(
  database: Queries,
  owner: OwnerKey,
  { foldedCode, campaignId }: UnsavedKey,
  now: number,
): Promise<UnsavedUses> {
  const ids = campaignId === null ? '[]' : JSON.stringify([campaignId])
  const [row] = await selectUses(database, owner, {
    ...{ foldedCode, now },
    ...{ limitedCampaigns: ids, limitedPerCustomer: ids },
  })
  const { coupon, couponByCustomer, hasOrdered, ...campaigns } = toUses(row ?? { uses: null, has_ordered: null })
  const campaign = campaigns.campaigns.get(campaignId ?? 0) ?? 0
  const campaignByCustomer = campaigns.campaignsByCustomer.get(campaignId ?? 0) ?? 0
  return {
    ...{ coupon, couponByCustomer, hasOrdered, campaign, campaignByCustomer },
    couponUsageCount: row?.usage_count ?? null,
  }
}

type UsesRow = Pick<CartRow, 'uses' | 'has_ordered'> & { usage_count: number | null }

// `k` has the code of the body in the place of a stored coupon, so that the expression of the cart query counts its uses.
const selectUses = statementOfOwner<UsesQuery & { foldedCode: string | null }, UsesRow>((parameter, engine) => {
  return sql`
    select ${countUses(parameter, engine)} as uses, ${hasOrdered} as has_ordered,
      ${jsonInteger(engine, 'stored.document', 'usageCount')} as usage_count
    from shop
    cross join (select 1 as limited, cast(${parameter('foldedCode')} as text) as folded_code) as k
    left join customers u on ${isOwner(parameter, 'u')}
    left join coupons as stored on stored.folded_code = k.folded_code`
})
