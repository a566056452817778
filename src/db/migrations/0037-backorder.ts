/** Migration 0037: adds to products and variants whether they are sold at any stock. */

import { type Kysely, sql } from 'kysely'

/** The defaults let instances of the previous version write products. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table products add column backorder integer default 0 not null`.execute(db)
  await sql`alter table variants add column backorder integer`.execute(db)
}
