/** Migration 0016: creates the table of idempotency keys. */

import type { Kysely } from 'kysely'

/** Creates the table. It refers to no cart: keys outlive the cart's row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('cart_id', 'text', column => column.notNull())
    .addColumn('idempotency_key', 'text', column => column.notNull())
    .addColumn('product_id', 'bigint', column => column.notNull())
    .addColumn('variant_id', 'bigint', column => column.notNull())
    .addColumn('quantity', 'integer', column => column.notNull())
    .addColumn('item_id', 'text', column => column.notNull())
    .addColumn('created_at', 'bigint', column => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pkey', ['cart_id', 'idempotency_key'])
    .execute()
  await db.schema.createIndex('idempotency_keys_created_at').on('idempotency_keys').column('created_at').execute()
}
