/** Migration 0032: creates the table of the last time at which rows were pruned. */

import type { Kysely } from 'kysely'

/** Creates the table, which has no row before the first run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('prune_clock')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('seen_at', 'bigint', column => column.notNull())
    .execute()
}
