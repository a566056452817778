/** Migration 0011: indexes the campaign that a coupon is bound to. */

import { type Kysely, sql } from 'kysely'

/** Creates the index on a member of the document, so that rows which an earlier version writes are indexed too. */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const campaignId =
    engine === 'postgres'
      ? sql`(cast(cast(document as json) ->> 'campaignId' as bigint))`
      : sql`json_extract(document, '$.campaignId')`
  await sql`create index coupons_campaign on coupons (${campaignId})`.execute(db)
}
