/** Deletes what is remembered of links that anybody writes: such a link has no end, and may be meant anew a week later. */

import { sql } from 'kysely'
import { batchDeletion } from '../../db/batch-deletion.ts'
import type { Queries } from '../../db/database.ts'
import { DAY_MS } from '../../units.ts'

const KEPT_MS = 7 * DAY_MS
const ROWS_PER_BATCH = 200

/**
 * Deletes a batch of records that are older than a week.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteOldBuyRecords(database: Queries, now: number): Promise<number> {
  return await deleteOld(database, { before: now - KEPT_MS })
}

const deleteOld = batchDeletion<{ before: number }>({
  table: 'ucp_brought',
  key: { cart_id: 'text', ucp_cart_id: 'text' },
  condition: parameter => sql`ucp_cart_id like 'buy:%' and brought_at <= ${parameter('before')}`,
  order: 'brought_at',
  rows: ROWS_PER_BATCH,
})
