/** Deletes the carts of guests who do not come back, a small batch per statement. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { TOUCH_INTERVAL_MS } from './cart.ts'

/** Their lines go with them. The embedded engine answers nobody meanwhile: `bench/prune.ts` says how long that is. */
const CARTS_PER_BATCH = 50

/**
 * Deletes some of the guests' carts that nobody has used, or read, since `usedBefore` (milliseconds since the epoch). A merged
 * guest's mark stays: without it the guest's token would live again (specification 5).
 * @returns how many; 0 when there are no more
 */
export async function deleteIdleCarts(database: Queries, usedBefore: number): Promise<number> {
  // A note may be a day older than the use.
  return (await deleteCarts(database, { notedBefore: usedBefore - TOUCH_INTERVAL_MS })).length
}

// The conditions stand twice: a cart that is used after it was found is not deleted. The limit is no parameter, so that
// PostgreSQL plans for few rows.
const deleteCarts = prepared<{ notedBefore: number }, object>((parameter, engine) => {
  const isIdle = sql`used_at < ${parameter('notedBefore')} and id like 'guest:%' and merged_into is null`
  return sql`
    delete from carts where ${isIdle} and id in (
      select id from carts where ${isIdle}
      order by used_at limit ${sql.lit(CARTS_PER_BATCH)} ${engine === 'postgres' ? sql`for update skip locked` : sql``})
    returning 1 as deleted`
})
