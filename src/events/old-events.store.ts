/** Deletes events that are older than their retention, one small batch per statement. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { DAY_MS } from '../units.ts'

const ROWS_PER_BATCH = sql.lit(500)

/**
 * Deletes a batch of the first recorded events that are older than `retentionDays` at `now` and have an id, so that a reader notices them
 * missing. Positions are in the order of time but for the difference of the instances' clocks, so no index on the time is needed.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none of the first is old enough
 */
export async function deleteOldEvents(database: Queries, now: number, retentionDays: number): Promise<number> {
  return (await deleteEvents(database, { before: now - retentionDays * DAY_MS })).length
}

// A row that another transaction has locked, such as the deletion of its customer, is left for the next run.
const deleteEvents = prepared<{ before: number }, object>(
  (parameter, engine) => sql`
    delete from events where position in (
      select position from events
      where at < ${parameter('before')} and id is not null
        and position <= (
          select max(position) from (select position from events order by position limit ${ROWS_PER_BATCH}) as oldest)
      order by position ${engine === 'postgres' ? sql`for update skip locked` : sql``})
    returning 1 as deleted`,
)
