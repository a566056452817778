/** Migration 0026: creates the tables of webhooks, and the index by which their events are found and counted. */

import { type Kysely, sql } from 'kysely'

/** Creates tables and an index, which instances of the previous version leave alone. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  // Both engines list names in the order of their bytes.
  const nameType = engine === 'postgres' ? sql`text collate "C"` : 'text'
  await db.schema
    .createTable('webhooks')
    .addColumn('name', nameType, column => column.primaryKey())
    .addColumn('url', 'text', column => column.notNull())
    .addColumn('types', 'text', column => column.notNull())
    .addColumn('active', 'integer', column => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('failing_since', 'bigint')
    .addColumn('cursor', 'bigint', column => column.notNull())
    .addColumn('lost', 'bigint', column => column.notNull())
    .addColumn('attempted_id', 'bigint')
    .addColumn('attempts', 'integer', column => column.notNull())
    .addColumn('next_attempt_at', 'bigint')
    .addColumn('last_success', 'text')
    .addColumn('last_failure', 'text')
    .addColumn('secrets', 'text', column => column.notNull())
    .addColumn('generation', 'bigint', column => column.notNull())
    .addColumn('test_ends_at', 'bigint')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('updated_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema
    .createTable('webhook_lease')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('owner', 'text', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('events_type').on('events').columns(['type', 'id']).execute()
}
