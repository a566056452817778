/** Migration 0030: creates the indexes by which the product list finds the lowest stocks. */

import { type Kysely, sql } from 'kysely'

/**
 * Creates indexes of expressions, since stocks are texts: `10` comes after `9`. Nothing derived is stored, and instances of the previous version
 * write as before. A list without variants off sale needs none of theirs.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const stock = engine === 'sqlite' ? sql`cast(stock as real)` : sql`cast(stock as numeric)`
  await sql`create index products_stock on products (on_sale, (${stock}), id)`.execute(db)
  await sql`create index variants_stock on variants ((${stock}), product_id) where on_sale = 1`.execute(db)
}
