/** Migration 0034: adds what the checkouts of a deleted customer know of each other. */

import type { Kysely } from 'kysely'

/** Adds a column without a default, which instances of the previous version leave alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('last_hold', 'text').execute()
}
