/** Migration 0007: creates the tables of checkouts and of the uses of coupons and campaigns. */

import { type Kysely, sql } from 'kysely'

/** Creates the tables and their indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('checkouts')
    .addColumn('reference', 'text', column => column.primaryKey())
    .addColumn('state', 'text', column => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('customer_id', 'bigint')
    .addColumn('coupon_code', 'text')
    .addColumn('campaign_id', 'bigint')
    .addColumn('bound_campaign_id', 'bigint')
    .addColumn('held_at', 'bigint', column => column.notNull())
    .addColumn('expires_at', 'bigint', column => column.notNull())
    .addColumn('completed_at', 'bigint')
    .addColumn('over_limit', 'integer', column => column.notNull())
    .addColumn('document', 'text', column => column.notNull())
    .execute()
  // At most one hold per cart, also one that has expired: a further hold releases it first.
  await sql`create unique index checkouts_held on checkouts (subject) where state = 'held'`.execute(db)
  // The checkouts that follow a guest into a merge.
  await sql`create index checkouts_open on checkouts (subject) where state in ('held', 'released')`.execute(db)
  await sql`create index checkouts_ended on checkouts (expires_at) where state in ('held', 'released')`.execute(db)
  await db.schema.createIndex('checkouts_held_at').on('checkouts').columns(['held_at', 'reference']).execute()
  await sql`create index checkouts_customer on checkouts (customer_id) where customer_id is not null`.execute(db)

  await db.schema
    .createTable('promotion_uses')
    .addColumn('promotion', 'text', column => column.notNull())
    .addColumn('reference', 'text', column => column.notNull())
    .addColumn('customer_id', 'bigint')
    // Null for the use of a completed checkout, which does not expire.
    .addColumn('expires_at', 'bigint')
    .addColumn('over_limit', 'integer', column => column.notNull())
    .addPrimaryKeyConstraint('promotion_uses_pkey', ['promotion', 'reference'])
    .execute()
  await db.schema.createIndex('promotion_uses_reference').on('promotion_uses').column('reference').execute()
  await sql`create index promotion_uses_held on promotion_uses (promotion, expires_at) where expires_at is not null`.execute(
    db,
  )
  await sql`create index promotion_uses_expired on promotion_uses (expires_at) where expires_at is not null`.execute(db)
  await sql`
    create index promotion_uses_customer on promotion_uses (promotion, customer_id) where customer_id is not null`.execute(
    db,
  )

  await db.schema
    .createTable('promotion_counts')
    .addColumn('promotion', 'text', column => column.primaryKey())
    .addColumn('completed', 'bigint', column => column.notNull())
    .addColumn('over_limit', 'bigint', column => column.notNull())
    .execute()
}
