/** Migration 0012: creates the indexes by which the data of a customer is found, and the lock of external ids. */

import { type Kysely, sql } from 'kysely'

/** Creates the indexes and the table `external_id_lock`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The guests of one customer, page by page. 0 stands for every deleted customer.
  await sql`create index carts_merged on carts (merged_into, id) where merged_into > 0`.execute(db)
  await sql`drop index checkouts_customer`.execute(db)
  await sql`
    create index checkouts_of_customer on checkouts (customer_id, reference) where customer_id is not null`.execute(db)
  // The orders of guests: an order that was completed before its guest was merged stays with the guest.
  await sql`
    create index checkouts_of_guest on checkouts (subject, reference)
    where customer_id is null and state in ('completed', 'cancelled')`.execute(db)
  await db.schema
    .createTable('external_id_lock')
    .addColumn('id', 'integer', column => column.primaryKey())
    .execute()
  await sql`insert into external_id_lock (id) values (1)`.execute(db)
}
