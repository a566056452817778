/** Migration 0005: adds the time of a cart's last use, and an index for finding idle guest carts. */

import { type Kysely, sql } from 'kysely'

/** Adds the column `carts.used_at` and the index `carts_idle_guests`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing carts get the time of the migration. PostgreSQL stores a constant default once, without rewriting the table, and
  // instances of the previous version can still insert carts.
  await db.schema
    .alterTable('carts')
    .addColumn('used_at', 'bigint', column => column.notNull().defaultTo(Date.now()))
    .execute()
  await sql`create index carts_idle_guests on carts (used_at) where id like 'guest:%' and merged_into is null`.execute(
    db,
  )
}
