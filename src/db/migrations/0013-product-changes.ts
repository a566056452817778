/** Migration 0013: creates the log of changed products. */

import type { Kysely } from 'kysely'

/** Creates the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('product_changes')
    .addColumn('revision', 'bigint', column => column.primaryKey())
    .addColumn('changed_at', 'bigint', column => column.notNull())
    .addColumn('product_ids', 'text', column => column.notNull())
    .execute()
}
