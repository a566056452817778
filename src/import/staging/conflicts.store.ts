/** Conflicts between staged and stored records, each with its place in the file. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { jsonIsTrue, jsonMember } from '../../db/json-member.sql.ts'
import { FINDINGS_KEPT } from '../../shop-file/findings.ts'
import { isOfOtherOrigin, type StagedTable } from './tables.ts'

/** A staged record, and the id of the stored record that it conflicts with. */
export interface Conflict {
  file: number
  place: string
  id: number
}

/** A change that cannot be made, and the text that tells which. */
export interface RefusedChange {
  file: number
  place: string
  value: string
}

/** The first ten thousand conflicts of one kind in the order of the files, and the number of all. */
export interface Conflicts<C = Conflict> {
  first: C[]
  total: number
}

/** Reads the conflicts of a query that selects their positions, too: millions of conflicts do not fit in memory. */
export async function readConflicts<C = Conflict>(
  { kysely }: Queries,
  conflicts: RawBuilder<C>,
): Promise<Conflicts<C>> {
  const { rows } = await sql<C & { total: number }>`
    select conflicts.*, count(*) over () as total from (${conflicts}) as conflicts
    order by position limit ${sql.lit(FINDINGS_KEPT)}`.execute(kysely)
  return { first: rows, total: rows[0]?.total ?? 0 }
}

/** WooCommerce products whose id belongs to a product from another source. */
export function findForeignIds(queries: Queries): Promise<Conflicts> {
  return readConflicts(
    queries,
    sql`
    select s.file, s.place, s.position, s.id
    from staged_products s join products p on p.id = s.id
    where s.source_key like 'woocommerce:%' and coalesce(p.source_key, '') <> s.source_key
      and (p.source_key is null or s.sku is null or p.source_key <> 'woocommerce sku:' || s.sku)`,
  )
}

/** Products without a number whose SKU several stored ones have. Runs before their ids are found. */
export function findAmbiguousSkus(queries: Queries): Promise<Conflicts<Conflict & { sku: string }>> {
  return readConflicts(
    queries,
    sql`
    select s.file, s.place, s.position, min(p.id) as id, s.sku from staged_products s join products p on p.sku = s.sku
    where s.by_sku = 1 and s.id is null and ${isOfOtherOrigin}
      and not exists (select 1 from products known where known.source_key = s.source_key)
    group by s.file, s.place, s.position, s.sku having count(*) > 1`,
  )
}

/** Staged records of one stored product, variant or customer, after the first of each. */
export async function findSameItems(queries: Queries): Promise<Conflicts> {
  const conflicts: Conflicts = { first: [], total: 0 }
  for (const [table, key] of [
    ['products', 'id'],
    ['variants', 'product_id, id'],
    ['customers', 'id'],
  ] as const) {
    if (!(await hasRepeatedKey(queries, table, key))) continue
    const { first, total } = await readConflicts<Conflict>(
      queries,
      sql`
      select file, place, position, id from (
        select file, place, position, id, row_number() over (partition by ${sql.raw(key)} order by position) as number
        from ${sql.table(`staged_${table}`)} where id is not null
      ) as numbered
      where number > 1`,
    )
    conflicts.first.push(...first)
    conflicts.total += total
  }
  return conflicts
}

/** Whether two staged rows have one key: a question that its index answers. */
async function hasRepeatedKey({ kysely }: Queries, table: StagedTable, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(`staged_${table}`)} where id is not null
    group by ${sql.raw(key)} having count(*) > 1 limit 1`.execute(kysely)
  return rows.length > 0
}

/**
 * Products that two files of one import contain, one by its id and one by a Shopify handle that the database maps to the same id. Each
 * record is compared with the first of the other kind only: comparing all records of one id took 27 s for 10,000 records.
 */
export async function findRepeatedProducts(queries: Queries): Promise<Conflicts> {
  if (!(await hasRepeatedKey(queries, 'products', 'id'))) return { first: [], total: 0 }
  return readConflicts(
    queries,
    sql`
    with origins as (
      select file, place, position, id, coalesce(source_key, '') like 'shopify:%' as by_handle from staged_products
    ), firsts as (
      select id, min(case when by_handle then position end) as by_handle, min(case when by_handle then null else position end) as by_id
      from origins group by id
    )
    select s.file, s.place, s.position, s.id
    from origins s join firsts on firsts.id = s.id
    where s.position > case when s.by_handle then firsts.by_id else firsts.by_handle end`,
  )
}

/** Customers whose email belongs to another customer, who keeps it. A staged customer without an id is new. */
export function findTakenEmails(queries: Queries): Promise<Conflicts> {
  return readConflicts(
    queries,
    sql`
    with leaving as (
      select c.id from staged_customers s join customers c on c.id = s.id
      group by c.id having max(case when s.email = c.email then 1 else 0 end) = 0
    )
    select s.file, s.place, s.position, c.id
    from staged_customers s
    join customers c on c.email = s.email and (s.id is null or c.id <> s.id)
    left join leaving on leaving.id = c.id
    where leaving.id is null`,
  )
}

/**
 * Customers whose external id belongs to another customer, who keeps it. A stored customer gives its external id up when the import
 * sets another one or clears it.
 */
export function findTakenExternalIds(queries: Queries): Promise<Conflicts> {
  // `not exists` uses the index of staged ids; with a join as for emails, PostgreSQL took minutes for 100,000 changed external ids.
  return readConflicts(
    queries,
    sql`
    select s.file, s.place, s.position, c.id
    from staged_customers s
    join customers c on c.external_id = s.external_id and (s.id is null or c.id <> s.id)
    where not exists (
      select 1 from staged_customers own
      where own.id = c.id and own.kept not like '%,external_id,%'
        and coalesce(own.external_id, '') <> c.external_id
    )`,
  )
}

/**
 * Campaigns that take no coupons any more, although a stored coupon that the import does not change is bound to them: it would apply no
 * more. A campaign that took none before is no conflict.
 */
export function findUnboundCampaigns(queries: Queries): Promise<Conflicts<Conflict & { code: string }>> {
  const { engine } = queries
  return readConflicts(
    queries,
    sql`
    select file, place, position, id, code from (
      select s.file, s.place, s.position, s.id, (
        select ${jsonMember(engine, 'c.document', 'code')} from coupons c
        where c.campaign_id = s.id
          and not exists (select 1 from staged_coupons own where own.folded_code = c.folded_code)
        order by ${engine === 'postgres' ? sql`c.folded_code collate "C"` : sql`c.folded_code`} limit 1
      ) as code
      from staged_campaigns s join campaigns t on t.id = s.id
      where ${jsonIsTrue(engine, 't.document', 'couponBound')} and not (${jsonIsTrue(engine, 's.document', 'couponBound')})
    ) as unbound
    where code is not null`,
  )
}

/** Unbound coupons without a value whose file has no column for tiers, and whose stored coupon has none of their type. */
export function findUnvaluedCoupons(
  queries: Queries,
): Promise<Conflicts<Pick<Conflict, 'file' | 'place'> & { type: string }>> {
  const typeOf = (document: string) => jsonMember(queries.engine, document, 'discountType')
  return readConflicts(
    queries,
    sql`
    select s.file, s.place, s.position, ${typeOf('s.document')} as type
    from staged_coupons s left join coupons t on t.folded_code = s.folded_code
    where ',' || s.kept_fields || ',' like '%,value,%' and ${jsonMember(queries.engine, 's.document', 'campaignId')} is null
      and (${jsonMember(queries.engine, 't.document', 'by')} is null or ${typeOf('t.document')} <> ${typeOf('s.document')})`,
  )
}

/**
 * Locks the campaigns that take no coupons any more until the transaction ends: codes of a campaign are made under its lock, without that of
 * the shop. On SQLite the transaction holds the lock of all writes already.
 */
export async function lockUnboundCampaigns({ engine, kysely }: Queries): Promise<void> {
  if (engine === 'sqlite') return
  const { rows } = await sql<{ id: number }>`
    select t.id from staged_campaigns s join campaigns t on t.id = s.id
    where ${jsonIsTrue(engine, 't.document', 'couponBound')} and not (${jsonIsTrue(engine, 's.document', 'couponBound')})
    order by t.id`.execute(kysely)
  for (const { id } of rows) await sql`select 1 from campaigns where id = ${id} for no key update`.execute(kysely)
}

/** Finds which customer groups of a list of ids are stored. */
export async function findCustomerGroups({ kysely }: Queries, ids: number[]): Promise<Set<number>> {
  const rows = await kysely.selectFrom('customer_groups').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Finds which campaigns of a list of ids are stored and bound to coupons. */
export async function findBindableCampaigns({ kysely, engine }: Queries, ids: number[]): Promise<Set<number>> {
  const rows = await kysely
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', ids)
    .where(jsonIsTrue(engine, 'document', 'couponBound'))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
