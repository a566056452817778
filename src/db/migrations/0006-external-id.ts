/** Migration 0006: adds the id by which the shop's identity provider names a customer. */

import { type Kysely, sql } from 'kysely'

/** Adds the column `customers.external_id`, unique where it is set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('customers').addColumn('external_id', 'text').execute()
  // Partial: shops whose tokens name customers by their id have no entries in it.
  await sql`create unique index customers_external_id on customers (external_id) where external_id is not null`.execute(
    db,
  )
}
