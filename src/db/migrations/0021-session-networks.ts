/** Migration 0021: adds the client network that a web session was begun from. */

import type { Kysely } from 'kysely'

/** Adds the column. It is null for earlier sessions, and for those that instances of the previous version begin. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('web_sessions').addColumn('network_hash', 'text').execute()
}
