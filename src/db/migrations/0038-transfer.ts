/** Migration 0038: adds the marks of living servers, and the mark of a database that was transferred to the other engine. */

import { type Kysely, sql } from 'kysely'

/** Servers write the first table on PostgreSQL alone: on the embedded database they hold a lock of the operating system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table server_marks (id text primary key, seen_at bigint not null)`.execute(db)
  await sql`
    create table transfer_mark (id integer primary key, target text not null, transferred_at bigint not null)`.execute(
    db,
  )
}
