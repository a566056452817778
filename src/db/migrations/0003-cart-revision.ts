/** Migration 0003: adds a revision to carts, so that an add on PostgreSQL detects a change between its read and its lock. */

import type { Kysely } from 'kysely'

/** Adds the column `carts.revision`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('carts')
    .addColumn('revision', 'bigint', column => column.notNull().defaultTo(0))
    .execute()
}
