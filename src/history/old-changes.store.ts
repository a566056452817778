/** Deletes changes that are older than their retention, one small batch per statement. */

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { DAY_MS } from '../units.ts'

const ROWS_PER_BATCH = sql.lit(500)

/**
 * Deletes a batch of the changes that are older than `retentionDays` at `now`.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows
 */
export async function deleteOldChanges(
  database: Database,
  { now, retentionDays }: { now: number; retentionDays: number },
): Promise<number> {
  return (await deleteChanges(database, { before: now - retentionDays * DAY_MS })).length
}

// A row that another transaction has locked, such as the deletion of its customer, is left for the next run.
const deleteChanges = prepared<{ before: number }, { id: number }>(
  (parameter, engine) => sql`
    delete from history where id in (
      select id from history where at < ${parameter('before')} order by at limit ${ROWS_PER_BATCH}
      ${engine === 'postgres' ? sql`for update skip locked` : sql``})
    returning id`,
)
