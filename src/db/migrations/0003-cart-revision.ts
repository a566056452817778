/** Lets an add on PostgreSQL see whether anything came between what it read and what it locked. */

import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('carts')
    .addColumn('revision', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
