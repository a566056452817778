/** Events that are to be sent to a webhook: the next one, and how many there are. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { EventTable } from '../db/tables.ts'
import type { Event, EventType } from '../events/event.ts'
import { typesOf } from './event-types.ts'
import type { Webhook } from './webhook.ts'

/** The place of a webhook in the feed, and what it gets. */
export type Place = Pick<Webhook, 'cursor' | 'types'>

type EventRow = Pick<EventTable, 'type' | 'at' | 'actor' | 'subject' | 'data'>
type NextRow = { last_id: number; id: number | null } & { [Column in keyof EventRow]: EventRow[Column] | null }

const eventColumns = sql.raw('event_counter.last_id, events.id, type, at, actor, subject, data')
const typeColumns = { type: 'text' } as const

const selectNext = prepared<{ cursor: number }, NextRow>(
  parameter => sql`
    select ${eventColumns} from event_counter
    left join events on events.id = (select min(id) from events where id > ${parameter('cursor')})
    where event_counter.id = 1`,
)

// One step of the index for each type: as a list of types, the engines would read all later events.
const selectNextOfTypes = prepared<{ cursor: number; types: string }, NextRow>(
  (parameter, engine) => sql`
    select ${eventColumns} from event_counter
    left join events on events.id = (
      select min(next_id) from (
        select (select min(e.id) from events as e where e.type = t.type and e.id > ${parameter('cursor')}) as next_id
        from ${jsonRows(parameter('types'), 't', { columns: typeColumns, engine })}
      ) as nexts)
    where event_counter.id = 1`,
)

/** The next event that is to be sent, if there is one, and the last id of the feed at the same moment. */
export async function findNextEvent(
  queries: Queries,
  { cursor, types: patterns }: Place,
): Promise<{ event: Event | undefined; lastId: number }> {
  const types = typesOf(patterns)
  const [row] = types
    ? await selectNextOfTypes(queries, { cursor, types: rowsOf(types) })
    : await selectNext(queries, { cursor })
  if (!row) throw new Error('The counter of events is missing: run `sepet migrate`.')
  return { event: row.id === null ? undefined : toEvent({ ...(row as EventRow), id: row.id }), lastId: row.last_id }
}

function toEvent({ id, type, at, actor, subject, data }: EventRow & { id: number }): Event {
  return { id, type: type as EventType, at, actor, subject, data: JSON.parse(data) }
}

const countAll = prepared<{ after: number; upTo: number }, { pending: number }>(
  parameter => sql`
    select count(*) as pending from events where id > ${parameter('after')} and id <= ${parameter('upTo')}`,
)

const countOfTypes = prepared<{ after: number; upTo: number; types: string }, { pending: number }>(
  (parameter, engine) => sql`
    select cast(coalesce(sum(of_type), 0) as bigint) as pending from (
      select (
        select count(*) from events as e
        where e.type = t.type and e.id > ${parameter('after')} and e.id <= ${parameter('upTo')}) as of_type
      from ${jsonRows(parameter('types'), 't', { columns: typeColumns, engine })}
    ) as counts`,
)

/** Counts the events that are to be sent after the cursor. @param upTo the last id that counts; all by default */
export async function countPending(
  queries: Queries,
  { cursor: after, types: patterns }: Place,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const types = typesOf(patterns)
  const [row] = types
    ? await countOfTypes(queries, { after, upTo, types: rowsOf(types) })
    : await countAll(queries, { after, upTo })
  return row?.pending ?? 0
}

function rowsOf(types: string[]): string {
  return JSON.stringify(types.map(type => ({ type })))
}
