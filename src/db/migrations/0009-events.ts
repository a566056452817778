/** Migration 0009: creates the tables of events. */

import { type Kysely, sql } from 'kysely'

/** Creates the events and the counter of their ids. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const events = db.schema.createTable('events')
  const positioned =
    engine === 'sqlite'
      ? events.addColumn('position', 'integer', column => column.primaryKey().autoIncrement())
      : events.addColumn('position', 'bigint', column => column.primaryKey().generatedByDefaultAsIdentity())
  await positioned
    .addColumn('id', 'bigint', column => column.unique())
    .addColumn('type', 'text', column => column.notNull())
    .addColumn('at', 'bigint', column => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('subject', 'text')
    .addColumn('customer_id', 'bigint')
    .addColumn('data', 'text', column => column.notNull())
    .execute()
  await sql`create index events_unpublished on events (position) where id is null`.execute(db)
  await sql`create index events_of_customer on events (customer_id, position) where customer_id is not null`.execute(db)
  await db.schema
    .createTable('event_counter')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('last_id', 'bigint', column => column.notNull())
    .execute()
  await sql`insert into event_counter (id, last_id) values (1, 0)`.execute(db)
}
