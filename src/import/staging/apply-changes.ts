/** Staged changes of single items become staged products and variants that keep what the changes do not say. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { type Conflicts, type RefusedChange, readConflicts } from './conflicts.store.ts'
import { findContradictoryTerms } from './contradictory-terms.ts'
import { type LeftOut, leaveOut } from './left-out.store.ts'
import { changeColumns } from './tables.ts'

/** The result of applying changes: what is not stored, and what is refused. */
export interface AppliedChanges {
  leftOut: LeftOut[]
  /** Changes by an SKU that several items have. */
  ambiguous: Conflicts<RefusedChange>
  /** Changes of an item that another row changes, too. */
  repeated: Conflicts<RefusedChange>
  /** Changes of variants that give their product another VAT rate than another row. */
  rates: Conflicts<RefusedChange>
  /** Changes of variants that give their product other terms than another row. */
  terms: Conflicts<RefusedChange>
}

const NONE: Conflicts<never> = { first: [], total: 0 }

/** Columns that the row of a variant says of its product. */
const ofProduct = ['vat_rate', 'brand', 'categories', 'tags']

/** Turns every staged change of one item into a staged row of it. A change of a variant may change its product's VAT rate. */
export async function applyChanges(queries: Queries): Promise<AppliedChanges> {
  const { kysely } = queries
  const { rows } = await sql`select 1 from staged_changes limit 1`.execute(kysely)
  if (rows.length === 0) return { leftOut: [], ambiguous: NONE, repeated: NONE, rates: NONE, terms: NONE }
  await findTargets(queries)
  const leftOut = await leaveOutUnknown(queries)
  const ambiguous = await readConflicts<RefusedChange>(
    queries,
    sql`
      select s.file, s.place, s.position, ${nameOf} as value from staged_changes s
      where s.position in (select position from staged_targets group by position having count(*) > 1)`,
  )
  const repeated = await readConflicts<RefusedChange>(
    queries,
    sql`
      select s.file, s.place, s.position, ${nameOf} as value from staged_changes s
      where s.position in (
        select position from (
          select position, row_number() over (partition by product_id, variant_id order by position) as number from staged_targets
        ) as numbered where number > 1
      ) and s.position not in (select position from staged_targets group by position having count(*) > 1)`,
  )
  const rates = await findContradictoryRates(queries)
  const terms = await findContradictoryTerms(queries, nameOf)
  if (ambiguous.total + repeated.total + rates.total + terms.total === 0) await stageTargets(queries)
  await sql`drop table staged_targets`.execute(kysely)
  return { leftOut, ambiguous, repeated, rates, terms }
}

/** Finds changes that give their product another VAT rate than another change of it. */
function findContradictoryRates(queries: Queries): Promise<Conflicts<RefusedChange>> {
  return readConflicts<RefusedChange>(
    queries,
    sql`
      select s.file, s.place, s.position, ${nameOf} as value
      from staged_changes s join staged_targets t on t.position = s.position
        join (
          select u.product_id, min(o.vat_rate) as vat_rate
          from staged_changes o join staged_targets u on u.position = o.position group by u.product_id
        ) as f on f.product_id = t.product_id
      where s.vat_rate <> f.vat_rate`,
  )
}

/** Why changes have no item, and which ones these are. */
const unknown = (): [message: string, isOne: RawBuilder<unknown>][] => [
  ['is the number of one product, and that of another in WooCommerce: name them by their SKUs', isOfTwo],
  [
    'has the id of one item and the SKU of another: delete one of both columns',
    sql`
      s.item_sku is not null and exists (select 1 from products p where p.id = s.product_id and (
        s.variant_id is null or exists (select 1 from variants v where v.product_id = p.id and v.id = s.variant_id)))`,
  ],
  ['is not stored: for new products and variations, export the columns Type and Parent', sql`s.record_key is not null`],
  ['is no product and no variant of the shop: import it first, from a file of its own', sql`1 = 1`],
]

async function leaveOutUnknown(queries: Queries): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = []
  for (const [message, isOne] of unknown()) {
    leftOut.push(
      ...(await leaveOut(queries, 'changes', {
        message,
        found: sql`
          select s.position, s.file, s.place, ${nameOf} as value from staged_changes s
          where not exists (select 1 from staged_targets t where t.position = s.position) and ${isOne}`,
      })),
    )
  }
  return leftOut
}

/** The text of a row that names its item. */
const nameOf = sql`coalesce(s.item_sku, s.record_key,
  replace(s.item_key, 'shopify:', '') || coalesce(' ' || s.variant_key, ''), cast(coalesce(s.variant_id, s.product_id) as text))`

/** Whether no item of the shop has the SKU of a change. */
const isFreeSku = sql`(not exists (select 1 from products o where o.sku = s.item_sku)
  and not exists (select 1 from variants o where o.sku = s.item_sku))`

/** Whether the number of a change without an SKU is that of one product in the shop, and of another in WooCommerce. */
const isOfTwo = sql`(s.item_sku is null and s.product_id is not null and s.variant_id is null and (
  exists (select 1 from products o where o.source_key = 'woocommerce:' || s.product_id and o.id <> s.product_id)
  or exists (select 1 from variants o where o.source_key = 'woocommerce:' || s.product_id and o.id <> s.product_id)))`

/** The items that changes name by numbers or keys. An SKU beside a number must be the item's, or nobody's where the item has none. */
const byNumber = sql`
  select s.position, p.id as product_id, cast(null as bigint) as variant_id
  from staged_changes s join products p on p.id = s.product_id
  where s.variant_id is null and not ${isOfTwo}
    and (s.item_sku is null or p.sku = s.item_sku or (p.sku is null and ${isFreeSku}))
  union all
  select s.position, v.product_id, v.id
  from staged_changes s join variants v on v.product_id = s.product_id and v.id = s.variant_id
  where s.item_sku is null or v.sku = s.item_sku or (v.sku is null and ${isFreeSku})
  union all
  select s.position, v.product_id, v.id
  from staged_changes s join products p on p.id = s.product_id
    join variants v on v.product_id = p.id and v.sku = s.item_sku
  where s.variant_id is null and (p.sku is null or p.sku <> s.item_sku)
  union all
  select s.position, p.id, cast(null as bigint)
  from staged_changes s join products p on p.source_key = s.item_key where s.variant_key is null
  union all
  select s.position, v.product_id, v.id
  from staged_changes s join products p on p.source_key = s.item_key
    join variants v on v.product_id = p.id and v.source_key = s.variant_key`

/** The items that came from the records of exports which changes name. */
const byRecord = sql`
  select s.position, p.id, cast(null as bigint) from staged_changes s join products p on p.source_key = s.record_key
  union all
  select s.position, v.product_id, v.id from staged_changes s join variants v on v.source_key = s.record_key`

/** Whether nothing but its SKU tells the item of a change. */
const isBySku = sql`
  s.product_id is null and s.item_key is null and s.position not in (select position from staged_targets)`

const bySku = sql`
  select s.position, p.id, cast(null as bigint) from staged_changes s join products p on p.sku = s.item_sku where ${isBySku}
  union all
  select s.position, v.product_id, v.id from staged_changes s join variants v on v.sku = s.item_sku where ${isBySku}`

/** Finds the items of all changes; a change has none, one, or, by its SKU, several. */
async function findTargets({ kysely }: Queries): Promise<void> {
  await sql`create temporary table staged_targets as ${byNumber}`.execute(kysely)
  const { rows } = await sql`select 1 from staged_changes where record_key is not null limit 1`.execute(kysely)
  if (rows.length > 0) await sql`insert into staged_targets ${byRecord}`.execute(kysely)
  await sql`insert into staged_targets ${bySku}`.execute(kysely)
}

async function stageTargets(queries: Queries): Promise<void> {
  await stage(queries, 'products', sql`t.variant_id is null`)
  await stage(queries, 'variants', sql`t.variant_id is not null`)
  await stageOfProducts(queries)
}

/** Values of a row that is stored, and keeps them. */
const fillers: Record<string, string> = {
  name: "''",
  on_sale: '1',
  price: "'0'",
  vat_rate: "'0'",
  stock: "'0'",
  stock_unit: "''",
  stock_increment: "'1'",
  free_cargo: '0',
  backorder: '0',
}

async function stage(
  { kysely }: Queries,
  table: 'products' | 'variants',
  condition: RawBuilder<unknown>,
): Promise<void> {
  const isVariant = table === 'variants'
  const columns = changeColumns.values.filter(column => !isVariant || changeColumns.ofVariants.includes(column))
  const values = columns.map(column => `coalesce(s.${column}, ${fillers[column] ?? 'null'})`)
  const [keys, keyValues] = isVariant ? ['product_id, id', 't.product_id, t.variant_id'] : ['id', 't.product_id']
  const kept = isVariant ? keptWithout(changeColumns.values.filter(column => !columns.includes(column))) : 's.kept'
  await sql`
    insert into ${sql.table(`staged_${table}`)}
      (file, place, position, ${sql.raw(keys)}, kept, partial, by_sku, updates_only, ${sql.raw(columns.join(', '))})
    select s.file, s.place, s.position, ${sql.raw(keyValues)}, ${sql.raw(kept)}, s.partial, 0, 1, ${sql.raw(values.join(', '))}
    from staged_changes s join staged_targets t on t.position = s.position
    where ${condition}`.execute(kysely)
}

/** The kept columns without those that the table does not have. */
function keptWithout(columns: readonly string[]): string {
  return columns.reduce((kept, column) => `replace(${kept}, ',${column},', ',')`, 's.kept')
}

/** The VAT rate and the terms of a variant's row are its product's. */
async function stageOfProducts({ kysely }: Queries): Promise<void> {
  const columns = changeColumns.values
  const values = columns.map(column => (ofProduct.includes(column) ? saidOf(column) : (fillers[column] ?? 'null')))
  const others = columns.filter(column => !ofProduct.includes(column))
  const unsaid = ofProduct.map(column => `case when min(s.${column}) is null then '${column},' else '' end`)
  const kept = [`',${others.join(',')},'`, ...unsaid].join(' || ')
  const isSaid = ofProduct.map(column => `s.${column} is not null`).join(' or ')
  await sql`
    insert into staged_products (file, place, position, id, kept, by_sku, updates_only, ${sql.raw(columns.join(', '))})
    select min(s.file), min(s.place), min(s.position), t.product_id, ${sql.raw(kept)}, 0, 1, ${sql.raw(values.join(', '))}
    from staged_changes s join staged_targets t on t.position = s.position
    where t.variant_id is not null and (${sql.raw(isSaid)})
      and t.product_id not in (select id from staged_products)
    group by t.product_id`.execute(kysely)
}

/** What the rows of a product's variants say of it; the filler where they say nothing. */
function saidOf(column: string): string {
  return `coalesce(min(s.${column}), ${fillers[column] ?? 'null'})`
}
