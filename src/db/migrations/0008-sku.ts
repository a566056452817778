/** Migration 0008: adds stock keeping units to products and variants. */

import { type Kysely, sql } from 'kysely'

/** Adds the columns, and indexes of the rows that have one: a SKU is also found within one product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, key] of [
    ['products', sql`id`],
    ['variants', sql`product_id, id`],
  ] as const) {
    await db.schema.alterTable(table).addColumn('sku', 'text').execute()
    const index = sql.ref(`${table}_sku`)
    await sql`create index ${index} on ${sql.table(table)} (sku, ${key}) where sku is not null`.execute(db)
  }
}
