/** Migration 0040: adds the prices by quantity, the batches of codes, whom coupons name, and the index of orders by their time. */

import { type Kysely, sql } from 'kysely'

/** What results read of an order. SQLite computes `grand_total` from the document, but for a row of an index that has it. */
const SOLD = 'coupon_code, campaign_id, bound_campaign_id, further_campaigns, grand_total'

/**
 * The defaults let instances of the previous version write every table. The database computes `campaign_id` and `batch` from the document of a
 * coupon: PostgreSQL counts entries of an index without their rows only where its columns are those of the table.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const isSqlite = engine === 'sqlite'
  const member = (name: string) =>
    isSqlite ? `json_extract(document, '$.${name}')` : `(cast(document as json) ->> '${name}')`
  const computed = (type: string, value: string) =>
    `${type} generated always as (${isSqlite ? value : `cast(${value} as ${type})`}) ${isSqlite ? 'virtual' : 'stored'}`
  const computedColumns = [
    `add column campaign_id ${computed('bigint', member('campaignId'))}`,
    `add column batch ${computed('text', member('batch'))}`,
  ]
  // In the order of bytes, in which a beginning is a range.
  const code = isSqlite ? 'folded_code' : 'folded_code collate "C"'
  const statements = [
    'alter table products add column tier_prices text',
    'alter table variants add column tier_prices text',
    // One statement of PostgreSQL writes the table once.
    ...(isSqlite ? computedColumns : [computedColumns.join(', ')]).map(columns => `alter table coupons ${columns}`),
    'drop index coupons_campaign',
    `create index coupons_codes on coupons (campaign_id, ${code})`,
    `create index coupons_batch on coupons (campaign_id, batch, ${code}) where batch is not null`,
    `create table coupon_audiences (
      kind text not null, id bigint not null, folded_code text not null,
      constraint coupon_audiences_pkey primary key (kind, id, folded_code))${isSqlite ? ' without rowid' : ''}`,
    'create index coupon_audiences_code on coupon_audiences (folded_code)',
    ...Object.entries(audienceLists).map(([kind, path]) => insertNamed(kind, path, isSqlite)),
    `create table code_requests (
      campaign_id bigint not null, idempotency_key text not null, request_hash text not null, batch text not null,
      count bigint not null, created_at bigint not null,
      constraint code_requests_pkey primary key (campaign_id, idempotency_key))`,
    'create index code_requests_created_at on code_requests (created_at)',
    // The second condition keeps it from statements that ask for the orders of one customer at any time, where the table is small.
    `create index checkouts_completed on checkouts (completed_at${isSqlite ? `, ${SOLD}` : ''})
      where state = 'completed' and completed_at is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The lists of audiences that the index has, by the kinds of their entries. */
const audienceLists = {
  customer: ['audience', 'customerIds'],
  group: ['audience', 'customerGroupIds'],
  excluded: ['audience', 'exclude', 'customerIds'],
}

/** The statement that fills the index of audiences from the coupons that are stored. */
function insertNamed(kind: string, path: readonly string[], isSqlite: boolean): string {
  const ids = isSqlite
    ? `json_each(document, '$.${path.join('.')}') as named`
    : `json_array_elements_text(coalesce(cast(document as json) #> '{${path.join(',')}}', '[]')) as named(value)`
  return `insert into coupon_audiences (kind, id, folded_code)
    select distinct '${kind}', cast(named.value as bigint), folded_code from coupons, ${ids} where document like '%"audience":{%'`
}
