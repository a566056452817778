/** Deletes idle guest carts, one small batch per statement. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { TOUCH_INTERVAL_MS } from './cart.ts'

/** Carts per statement, deleted with their lines. SQLite serves no other query meanwhile; `bench/prune.ts` measures that time. */
const CARTS_PER_BATCH = 50

/**
 * Deletes a batch of guest carts that were neither read nor written since `usedBefore`. The row of a merged guest is kept:
 * without it the guest's token would be accepted again (specification 5).
 * @param usedBefore milliseconds since the epoch
 * @returns the number of deleted carts; 0 when no idle cart is left
 */
export async function deleteIdleCarts(database: Queries, usedBefore: number): Promise<number> {
  // `used_at` may be one day older than the last use of the cart.
  return (await deleteCarts(database, { touchedBefore: usedBefore - TOUCH_INTERVAL_MS })).length
}

// The condition is repeated so that a cart that is touched after the subquery found it is not deleted. The limit is a literal, so
// that PostgreSQL plans for few rows.
const deleteCarts = prepared<{ touchedBefore: number }, object>((parameter, engine) => {
  const isIdle = sql`used_at < ${parameter('touchedBefore')} and id like 'guest:%' and merged_into is null`
  return sql`
    delete from carts where ${isIdle} and id in (
      select id from carts where ${isIdle}
      order by used_at limit ${sql.lit(CARTS_PER_BATCH)} ${engine === 'postgres' ? sql`for update skip locked` : sql``})
    returning 1 as deleted`
})
