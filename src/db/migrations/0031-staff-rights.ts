/** Migration 0031: creates the table of sign-ins that the staff have begun, and the columns by which rights are read again. */

import { type Kysely, sql } from 'kysely'

/** Adds what instances of the previous version leave alone: their sessions have no refresh token. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('office_sign_ins')
    .addColumn('id_hash', 'text', column => column.primaryKey())
    .addColumn('begun_at', 'bigint', column => column.notNull())
    .execute()
  await db.schema.createIndex('office_sign_ins_begun_at').on('office_sign_ins').column('begun_at').execute()
  for (const [name, type] of [
    ['sealed_grant', 'text'],
    ['rights_read_at', 'bigint'],
    ['rights_leased_until', 'bigint'],
    ['rights_retry_at', 'bigint'],
  ] as const) {
    await db.schema.alterTable('office_sessions').addColumn(name, sql.raw(type)).execute()
  }
}
