/** Migration 0022: adds what bounds the holds of one owner, and the time at which the marker of a merged guest can be deleted. */

import { type Kysely, sql } from 'kysely'

/** Adds columns that instances of the previous version leave null, their indexes, and the table of unpaid holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('checkouts').addColumn('quantities', 'text').execute()
  // The few checkouts of an owner that still have their carts, among any number of others.
  await sql`
    create index checkouts_whole on checkouts (subject)
    where state in ('held', 'released') and quantities is null`.execute(db)
  await db.schema.alterTable('carts').addColumn('tokens_end_at', 'bigint').execute()
  await sql`create index carts_merged_end on carts (tokens_end_at) where merged_into is not null`.execute(db)
  await createUnpaidHolds(db)
}

/** It refers to no cart: its rows outlive the cart's. */
async function createUnpaidHolds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unpaid_holds')
    .addColumn('cart_id', 'text', column => column.notNull())
    .addColumn('promotion', 'text', column => column.notNull())
    .addColumn('reference', 'text', column => column.notNull())
    .addColumn('held_at', 'bigint', column => column.notNull())
    .addColumn('duration_ms', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('unpaid_holds_pkey', ['cart_id', 'promotion', 'reference', 'held_at'])
    .execute()
  await db.schema.createIndex('unpaid_holds_held_at').on('unpaid_holds').column('held_at').execute()
}
