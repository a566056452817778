/**
 * Publication of events: recorded events whose transactions have committed get the next ids, one batch after the other. So every event
 * that becomes visible later has a greater id, whatever transactions overlap, and no writer waits for another.
 */

import { sql } from 'kysely'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { limitWaits } from '../db/time-limits.ts'

/** Events of a batch: more than a page has. */
const EVENTS_PER_BATCH = sql.lit(1_000)

/**
 * Publishes a batch of recorded events, in the order in which they were recorded: an event that follows from another has the greater id.
 * @returns the number of published events; 0 when none is left
 */
export async function publishEvents(database: Database): Promise<number> {
  const [found] = await selectUnpublished(database, {})
  return found ? transaction(database, publish) : 0
}

/** The counter is locked by a statement of its own: the next statement sees all that was committed before it. */
async function publish(queries: Queries): Promise<number> {
  await limitWaits(queries)
  const [counter] = await lockCounter(queries, {})
  if (!counter) throw new Error('The counter of events is missing: run `sepet migrate`.')
  const published = await assignIds(queries, { lastId: counter.last_id })
  await saveLastId(queries, { lastId: counter.last_id + published.length })
  return published.length
}

const selectUnpublished = prepared<object, object>(() => sql`select 1 as found from events where id is null limit 1`)

const lockCounter = prepared<object, { last_id: number }>(
  (_, engine) => sql`select last_id from event_counter where id = 1 ${engine === 'postgres' ? sql`for update` : sql``}`,
)

const assignIds = prepared<{ lastId: number }, object>(
  (parameter, engine) => sql`
    with recorded as (
      select position from events where id is null order by position limit ${EVENTS_PER_BATCH}
      ${engine === 'postgres' ? sql`for update` : sql``})
    update events set id = ${parameter('lastId')} + numbered.number
    from (select position, row_number() over (order by position) as number from recorded) as numbered
    where events.position = numbered.position
    returning 1 as published`,
)

const saveLastId = prepared<{ lastId: number }, never>(
  parameter => sql`update event_counter set last_id = ${parameter('lastId')} where id = 1`,
)
