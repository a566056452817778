/** When a cart was last used, and an index that finds the guests' carts that nobody uses any more. */

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Carts that are there count as used now. A constant is stored once, and instances of the version before may go on inserting.
  await db.schema
    .alterTable('carts')
    .addColumn('used_at', 'bigint', column => column.notNull().defaultTo(Date.now()))
    .execute()
  await sql`create index carts_idle_guests on carts (used_at) where id like 'guest:%' and merged_into is null`.execute(
    db,
  )
}
