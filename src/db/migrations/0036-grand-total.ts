/** Migration 0036: adds the grand total of a checkout as a column, for lists. */

import { type Kysely, sql } from 'kysely'

/**
 * The database computes the column from the document: instances of the previous version hold a cart again without naming it. PostgreSQL stores it,
 * and so rewrites the table; SQLite adds no stored column to a table, and keeps it in the index.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'postgres') {
    await sql`
      alter table checkouts add column grand_total text
        generated always as (cast(document as json) #>> '{data,attributes,grandTotal}') stored`.execute(db)
    return
  }
  await sql`drop index checkouts_totals`.execute(db)
  await sql`
    alter table checkouts add column grand_total text
      generated always as (json_extract(document, '$.data.attributes.grandTotal')) virtual`.execute(db)
  await sql`create index checkouts_totals on checkouts (reference, grand_total)`.execute(db)
}
