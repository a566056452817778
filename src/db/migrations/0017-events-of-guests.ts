/** Migration 0017: creates the index by which the events of merged guests are found. */

import { type Kysely, sql } from 'kysely'

/** Creates the index of events by their subject, without those of customers, which have an index of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index events_of_subject on events (subject, position) where customer_id is null`.execute(db)
}
