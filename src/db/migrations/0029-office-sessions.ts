/** Migration 0029: creates the table of the sessions of the staff in the office. */

import type { Kysely } from 'kysely'

/** Creates a table, which instances of the previous version leave alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('office_sessions')
    .addColumn('id_hash', 'text', column => column.primaryKey())
    .addColumn('subject', 'text', column => column.notNull())
    .addColumn('name', 'text', column => column.notNull())
    .addColumn('scopes', 'text', column => column.notNull())
    .addColumn('provider_session', 'text')
    .addColumn('begun_at', 'bigint', column => column.notNull())
    .addColumn('last_seen_at', 'bigint', column => column.notNull())
    .execute()
}
