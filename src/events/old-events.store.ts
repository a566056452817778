/** Deletes events that are older than their retention, one small batch per statement. */

import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { limitWaits } from '../db/time-limits.ts'
import { DAY_MS } from '../units.ts'

const ROWS_PER_BATCH = sql.lit(500)

/** An event that was deleted. */
export interface DeletedEvent {
  id: number
  type: string
}

/**
 * Deletes a batch of the first recorded events that are older than `retentionDays` at `now` and have an id, so that a reader notices them
 * missing. Positions are in the order of time but for the difference of the instances' clocks, so no index on the time is needed.
 * @param now milliseconds since the epoch
 * @param onDeleted runs in the transaction of the deletion
 * @returns the number of deleted rows; 0 when none of the first is old enough
 */
export async function deleteOldEvents(
  database: Database,
  { now, retentionDays }: { now: number; retentionDays: number },
  onDeleted: (queries: Queries, events: readonly DeletedEvent[]) => Promise<void>,
): Promise<number> {
  const before = now - retentionDays * DAY_MS
  if ((await selectOldest(database, { before })).length === 0) return 0
  return transaction(database, async queries => {
    await limitWaits(queries)
    const deleted = await deleteEvents(queries, { before })
    await onDeleted(queries, deleted)
    return deleted.length
  })
}

const isOld = sql`
  id is not null and position <= (
    select max(position) from (select position from events order by position limit ${ROWS_PER_BATCH}) as oldest)`

// Without a lock, so that a run that deletes nothing writes nothing.
const selectOldest = prepared<{ before: number }, object>(
  parameter => sql`select 1 as found from events where at < ${parameter('before')} and ${isOld} limit 1`,
)

// A row that another transaction has locked, such as the deletion of its customer, is left for the next run.
const deleteEvents = prepared<{ before: number }, DeletedEvent>(
  (parameter, engine) => sql`
    delete from events where position in (
      select position from events where at < ${parameter('before')} and ${isOld}
      order by position ${engine === 'postgres' ? sql`for update skip locked` : sql``})
    returning id, type`,
)
