/** Migration 0023: adds the number of the shop's latest revisions that changed products alone. */

import type { Kysely } from 'kysely'

/**
 * Adds the column. Instances of the previous version raise `revision` alone, so `revision - product_revisions` rises with everything that
 * they change, and instances of this version read settings and promotions again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shop')
    .addColumn('product_revisions', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
