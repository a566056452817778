/** Migration 0024: adds what reserves stock for held carts, and what records the stock that orders took. */

import type { Kysely } from 'kysely'

/**
 * Adds columns with defaults, which instances of the previous version leave alone, and the table of reservations. Those instances reserve
 * and subtract nothing: the shop's setting stays off until the last of them has ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['products', 'variants']) {
    await db.schema
      .alterTable(table)
      .addColumn('reserved', 'bigint', column => column.notNull().defaultTo(0))
      .execute()
  }
  await db.schema
    .alterTable('checkouts')
    .addColumn('over_stock', 'integer', column => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('checkouts').addColumn('taken', 'text').execute()
  await createReservations(db)
}

/** It refers to no product: a reservation ends by its own time, whatever becomes of the product. */
async function createReservations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stock_reservations')
    .addColumn('reference', 'text', column => column.notNull())
    .addColumn('product_id', 'bigint', column => column.notNull())
    .addColumn('variant_id', 'bigint', column => column.notNull())
    .addColumn('quantity', 'integer', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('stock_reservations_pkey', ['reference', 'product_id', 'variant_id'])
    .execute()
  await db.schema
    .createIndex('stock_reservations_item')
    .on('stock_reservations')
    .columns(['product_id', 'variant_id', 'expires_at'])
    .execute()
  await db.schema.createIndex('stock_reservations_expires_at').on('stock_reservations').column('expires_at').execute()
}
