/** Reads events, which get their ids before they are read. */

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { EventTable } from '../db/tables.ts'
import type { Event, EventType } from './event.ts'
import type { EventQuery } from './event-query.ts'
import { publishEvents } from './publish-events.sql.ts'

/** Finds the events after an id in the order of their ids: up to `limit`, and one more where there are further ones. */
export type FindEvents = (query: EventQuery) => Promise<Event[]>

/** Creates the query of events. Every event that was recorded before the request is found by it, or by one for a later page. */
export function createEventFinder(database: Database): FindEvents {
  return async ({ after, limit }) => {
    const page = { after, rows: limit + 1 }
    const published = await selectEvents(database, page)
    const isComplete = published.length > limit || (await publishEvents(database)) === 0
    return (isComplete ? published : await selectEvents(database, page)).map(toEvent)
  }
}

type EventRow = Pick<EventTable, 'type' | 'at' | 'actor' | 'subject' | 'data'> & { id: number }

function toEvent(row: EventRow): Event {
  return { ...row, type: row.type as EventType, data: JSON.parse(row.data) }
}

const selectEvents = prepared<{ after: number; rows: number }, EventRow>(
  parameter => sql`
    select id, type, at, actor, subject, data from events
    where id > ${parameter('after')} order by id limit ${parameter('rows')}`,
)
