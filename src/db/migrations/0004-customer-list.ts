/** Migration 0004: creates an index for each sort order and filter of the customer list, and the revision of its totals. */

import { type Kysely, sql } from 'kysely'

type Engine = 'sqlite' | 'postgres'

/** Creates the indexes and the table `customer_list`. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // Both engines order texts by code point, with null first.
  const byCodePoint = sql.raw(engine === 'postgres' ? 'collate "C" nulls first' : '')
  for (const column of ['name', 'surname']) {
    await sql`create index ${sql.ref(`customers_${column}`)} on customers (${sql.ref(column)} ${byCodePoint}, id)`.execute(
      db,
    )
  }
  if (engine === 'postgres') await sql`create index customers_email on customers (email collate "C", id)`.execute(db)
  for (const column of ['customer_group_id', 'created_at', 'updated_at']) {
    await db.schema.createIndex(`customers_${column}`).on('customers').columns([column, 'id']).execute()
  }
  // Customers of one import have the same time: newest first with ascending ids needs an index of mixed direction.
  for (const column of ['created_at', 'updated_at'] as const) {
    const newest = db.schema.createIndex(`customers_${column}_newest`).on('customers')
    await newest.columns([`${column} desc`, 'id']).execute()
  }
  await db.schema
    .createTable('customer_list')
    .addColumn('id', 'integer', column => column.primaryKey())
    .addColumn('revision', 'bigint', column => column.notNull())
    .execute()
  await sql`insert into customer_list (id, revision) values (1, 0)`.execute(db)
}
