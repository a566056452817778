/** Migration 0002: creates the tables of consumed handoffs and web sessions. */

import type { Kysely } from 'kysely'

/** Creates the tables and their indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('used_handoffs')
    .addColumn('jti', 'text', column => column.primaryKey())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('used_handoffs_expires_at').on('used_handoffs').column('expires_at').execute()

  await db.schema
    .createTable('web_sessions')
    .addColumn('id_hash', 'text', column => column.primaryKey())
    .addColumn('customer_id', 'bigint', column => column.references('customers.id').onDelete('cascade'))
    .addColumn('guest_id', 'text')
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addColumn('last_seen_at', 'bigint', column => column.notNull())
    .execute()
  for (const column of ['customer_id', 'last_seen_at']) {
    await db.schema.createIndex(`web_sessions_${column}`).on('web_sessions').column(column).execute()
  }
}
