/** Statements on events that other stores run: recording, within the transaction that makes the facts true, and forgetting a customer. */

import { type Insertable, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { EventTable } from '../db/tables.ts'
import { customerOf, type NewEvent, storableActor } from './event.ts'

/** Events per statement: 6 parameters each, of 32,766 on SQLite. */
const PER_INSERT = 1_000

/**
 * Records events, within the transaction that makes them true. It takes no lock that other transactions wait for: the events get their ids
 * when they are published; see `publish-events.sql.ts`.
 */
export async function recordEvents(queries: Queries, events: readonly NewEvent[]): Promise<void> {
  const rows = events.map(toRow)
  const [only] = rows
  if (only && rows.length === 1) await insertEvent(queries, only)
  else await insertEvents(queries, rows)
}

/**
 * Removes a customer's id from the events before its deletion. Runs in the transaction of the deletion, after the customer's row is
 * locked. The actor of another person, such as an administrator, stays.
 */
export async function forgetInEvents(queries: Queries, customerId: number): Promise<void> {
  const { kysely, engine } = queries
  const subject = `member:${customerId}`
  if (engine === 'postgres') await lockNamed(queries, { customerId })
  await kysely
    .updateTable('events')
    .set({
      customer_id: null,
      actor: sql`case when actor = ${subject} then null else actor end`,
      subject: sql`case when subject = ${subject} then null else subject end`,
    })
    .where('customer_id', '=', customerId)
    .execute()
}

/** Locks the events that name a customer in the order of their positions, as the publication does, so that the two cannot deadlock. */
const lockNamed = prepared<{ customerId: number }, object>(
  parameter => sql`
    select count(*) as locked from (
      select position from events where customer_id = ${parameter('customerId')} order by position for update) as named`,
)

type EventRow = Omit<EventTable, 'position' | 'id'>

/** One event, the usual number: prepared. */
const insertEvent = prepared<EventRow, never>(
  parameter => sql`
    insert into events (type, at, actor, subject, customer_id, data)
    values (${parameter('type')}, ${parameter('at')}, ${parameter('actor')}, ${parameter('subject')},
      ${parameter('customer_id')}, ${parameter('data')})`,
)

async function insertEvents({ kysely }: Queries, rows: EventRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += PER_INSERT) {
    const values: Insertable<EventTable>[] = rows.slice(start, start + PER_INSERT)
    await kysely.insertInto('events').values(values).execute()
  }
}

function toRow(event: NewEvent): EventRow {
  const { type, at, actor, subject, data } = event
  return {
    type,
    at,
    actor: storableActor(actor),
    subject,
    customer_id: customerOf(event),
    data: JSON.stringify(data),
  }
}
