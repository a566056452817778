/** Migration 0010: adds the time of a cart's last change, and indexes for listing carts by it. */

import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** Adds the column `carts.changed_at`, and one index for members and one for guests. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable('carts').addColumn('changed_at', 'bigint').execute()
  // On PostgreSQL the index takes `used_at` where `changed_at` is null: filling the column locked a table of a million carts for 15 s,
  // the indexes for one. Instances of the previous version still insert carts without it. SQLite has no such instances, and finds no
  // row by a key of an expression and a column.
  if (engine === 'sqlite') await sql`update carts set changed_at = used_at`.execute(db)
  const changedAt = engine === 'sqlite' ? sql`changed_at` : sql`coalesce(changed_at, used_at)`
  await sql`create index carts_changed_members on carts (${changedAt}, id) where id like 'member:%'`.execute(db)
  await sql`
    create index carts_changed_guests on carts (${changedAt}, id)
    where id like 'guest:%' and merged_into is null`.execute(db)
}
