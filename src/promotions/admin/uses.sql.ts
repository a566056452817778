/** The uses of coupons and campaigns by orders and holds. */

import { sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { PromotionKey, Section } from './saved-promotion.ts'

/** Uses of a promotion, besides its `usageCount`. */
export interface Uses {
  /** By completed checkouts. */
  completed: number
  /** By living holds. */
  held: number
}

const NAMES = { coupons: 'coupon', campaigns: 'campaign' } as const satisfies Record<Section, string>

/**
 * Counts the uses of promotions.
 * @param keys at most those of a page
 * @param now milliseconds since the epoch, as of which holds live
 * @returns in the order of the keys
 */
export async function findUses(
  queries: Queries,
  section: Section,
  { keys, now }: { keys: readonly PromotionKey[]; now: number },
): Promise<Uses[]> {
  const rows = keys.map((key, place) => ({ place, promotion: `${NAMES[section]}:${key}` }))
  const found = await selectUses(queries, { rows: JSON.stringify(rows), now })
  return found.map(({ completed, held }) => ({ completed, held }))
}

const selectUses = prepared<{ rows: string; now: number }, Uses>(
  (parameter, engine) => sql`
    select asked.place,
      coalesce((select completed from promotion_counts c where c.promotion = asked.promotion), 0) as completed,
      (select count(*) from promotion_uses u
        where u.promotion = asked.promotion and u.expires_at > ${parameter('now')}) as held
    from ${jsonRows(parameter('rows'), 'asked', { columns: { place: 'integer', promotion: 'text' }, engine })}
    order by asked.place`,
)
