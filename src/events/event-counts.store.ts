/** Counts events by hour and type, over a bounded number of the latest ones. */

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'

/** Events that one request reads at most: 50,000. */
export const MAX_COUNTED = 50_000
const HOUR_MS = 3_600_000

/** How many events of a type an hour had. */
export interface EventCount {
  /** The beginning of the hour in UTC, in milliseconds since the epoch. */
  hour: number
  type: string
  count: number
}

/** The counts since a time. */
export interface EventCounts {
  /** Ascending by hour and type; hours without events have no rows. */
  counts: EventCount[]
  /** The time from which every event is counted, in milliseconds since the epoch: later than asked for where there are too many. */
  completeSince: number
}

/** Counts the events since a time, in milliseconds since the epoch. */
export type CountEvents = (since: number) => Promise<EventCounts>

/** Creates the query. */
export function createEventCounter(database: Database): CountEvents {
  return async since => {
    const counts = await selectCounts(database, { since })
    const [oldest] = await selectOldest(database, {})
    return { counts, completeSince: Math.max(since, oldest ? oldest.at + 1 : since) }
  }
}

/** The latest events. The limit is a literal, so that PostgreSQL plans for it. */
const latest = sql`(select type, at from events order by position desc limit ${sql.lit(MAX_COUNTED)}) as latest`

const selectCounts = prepared<{ since: number }, EventCount>(
  parameter => sql`
    select at - at % ${sql.lit(HOUR_MS)} as hour, type, count(*) as count from ${latest}
    where at >= ${parameter('since')}
    group by 1, 2 order by 1, 2`,
)

/** The time of the first event that is not among the latest; no row where there is none. */
const selectOldest = prepared<object, { at: number }>(
  () => sql`select at from events order by position desc limit 1 offset ${sql.lit(MAX_COUNTED)}`,
)
