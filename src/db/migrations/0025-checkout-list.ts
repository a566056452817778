/** Migration 0025: creates the indexes by which the list of checkouts finds those of a state, a subject or a customer. */

import { type Kysely, sql } from 'kysely'

/**
 * Creates the indexes. Each has the checkouts of one state in the order of the list, and behind it the columns that further filters compare, so
 * that checkouts that do not match are passed over within the index. A list of all states merges theirs, so that `checkouts_held_at` is
 * dropped: with it PostgreSQL would pass over the checkouts of other states in the table.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await sql`
    create index checkouts_list_of_state on checkouts (state, held_at desc, reference, expires_at)`.execute(db)
  await sql`
    create index checkouts_list_of_subject on checkouts (subject, state, held_at desc, reference, expires_at, customer_id)
    where subject is not null`.execute(db)
  await sql`
    create index checkouts_list_of_customer on checkouts (customer_id, state, held_at desc, reference, expires_at)
    where customer_id is not null`.execute(db)
  await sql`drop index checkouts_held_at`.execute(db)
  // SQLite reads a document to its end even where its beginning would do; PostgreSQL reads the beginning alone.
  if (engine === 'sqlite') {
    await sql`
      create index checkouts_totals on checkouts (reference, json_extract(document, '$.data.attributes.grandTotal'))`.execute(
      db,
    )
  }
}
