/** Deletes reservations that have ended, a batch of items at a time. They count no more; a hold of the item deletes them, too. */

import { sql } from 'kysely'
import { type Database, transaction } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { setLockTimeout } from '../db/time-limits.ts'
import { isLockConflict } from '../db/unavailable.ts'
import { moveStock } from './move-stock.sql.ts'

/** How long a batch waits for items that an order has locked: other orders wait for the items of the batch meanwhile. */
const LOCK_WAIT_MS = 50

/**
 * Deletes ended reservations of up to 100 items.
 * @param now milliseconds since the epoch
 * @returns the number of items; 0 when none is left, or an order has locked one of them
 */
export async function deleteEndedReservations(database: Database, now: number): Promise<number> {
  const rows = await selectItems(database, { now })
  if (rows.length === 0) return 0
  const swept = rows.map(({ product_id, variant_id }) => ({ productId: product_id, variantId: variant_id }))
  try {
    await transaction(database, async queries => {
      if (queries.engine === 'postgres') await setLockTimeout(queries, LOCK_WAIT_MS)
      await moveStock(queries, { now, released: [], swept }, [])
    })
    return swept.length
  } catch (error) {
    if (isLockConflict(error)) return 0
    throw error
  }
}

const selectItems = prepared<{ now: number }, { product_id: number; variant_id: number }>(
  parameter => sql`
    select distinct product_id, variant_id from (
      select product_id, variant_id from stock_reservations
      where expires_at <= ${parameter('now')} order by expires_at limit 100
    ) as ended`,
)
