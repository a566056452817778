/** Deletes idle guest carts, one small batch per statement. */

import { sql } from 'kysely'
import { batchDeletion } from '../../db/batch-deletion.ts'
import type { Queries } from '../../db/database.ts'
import { TOUCH_INTERVAL_MS } from '../cart.ts'

/** Carts per statement, deleted with their lines. SQLite serves no other query meanwhile, for some 7 ms. */
const CARTS_PER_BATCH = 50

/**
 * Deletes a batch of guest carts that were neither read nor written since `usedBefore`. The row of a merged guest is kept:
 * without it the guest's token would be accepted again (specification 5).
 * @param usedBefore milliseconds since the epoch
 * @returns the number of deleted carts; 0 when no idle cart is left
 */
export async function deleteIdleCarts(database: Queries, usedBefore: number): Promise<number> {
  // `used_at` may be one day older than the last use of the cart.
  return await deleteCarts(database, { touchedBefore: usedBefore - TOUCH_INTERVAL_MS })
}

const deleteCarts = batchDeletion<{ touchedBefore: number }>({
  table: 'carts',
  key: { id: 'text' },
  condition: parameter => sql`used_at < ${parameter('touchedBefore')} and id like 'guest:%' and merged_into is null`,
  order: 'used_at',
  rows: CARTS_PER_BATCH,
})
