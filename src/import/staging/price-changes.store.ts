/**
 * Prices that an import changes, and items that it takes off sale: what a trial shows. Runs after `findDifferences`, and before the
 * staged records are saved.
 */

import { type RawBuilder, sql } from 'kysely'
import { resolveUnitPrice } from '../../catalog/price.ts'
import { readPriced } from '../../catalog/read-priced.ts'
import type { Queries } from '../../db/database.ts'
import { decimal } from '../../money/money.ts'
import { differences, type StagedTable } from './tables.ts'

/** Rows per statement, so that memory stays bounded. */
const ROWS_PER_STATEMENT = 5_000
/** Number of changes that a report names. */
const SHOWN = 10
/** A change by more percent than this is counted: it may be a typing error. */
const LARGE_PERCENT = 50

/** A product, or a variant of it. */
export interface Item {
  productId: number
  /** Null for a product. */
  variantId: number | null
}

/** A change of what one piece of an item costs without a customer group, as decimal text. */
export interface PriceChange extends Item {
  from: string
  to: string
  /** Change in percent, rounded to a tenth; null for a price that was 0. */
  percent: number | null
}

/** The changes of prices by an import. */
export interface PriceChanges {
  /** The ten largest by percent, the largest first. */
  largest: PriceChange[]
  /** Number of changes by more than 50 percent, or from 0. */
  above50: number
}

/** Items that an import takes off sale. */
export interface OffSale {
  count: number
  /** The first ten by id, with the name of the product, and of the variant behind it. */
  first: (Item & { name: string })[]
}

interface PriceRow {
  position: number
  product_id: number
  variant_id: number | null
  old_price: string | null
  new_price: string | null
  old_discount: string | null
  new_discount: string | null
  old_tiers: string | null
  new_tiers: string | null
  old_product_price: string | null
  new_product_price: string | null
  old_product_discount: string | null
  new_product_discount: string | null
  old_product_tiers: string | null
  new_product_tiers: string | null
}

/** Value of a column after the import: the stored one where the row keeps it. */
const after = (column: string, staged = 's', stored = 't') =>
  sql.raw(`case when ${staged}.kept like '%,${column},%' then ${stored}.${column} else ${staged}.${column} end`)

const differs = sql`(t.price is distinct from ${after('price')} or t.discount is distinct from ${after('discount')}
  or t.tier_prices is distinct from ${after('tier_prices')})`

/** The differences of a table that are no new rows. */
const changed = (table: StagedTable) => sql`(select * from ${differences(table)} where is_new = 0)`

/** Products whose price counts: those without variants, and those with a variant that has their price. */
const products = (position: number) => sql<PriceRow>`
  select s.position, s.id as product_id, cast(null as bigint) as variant_id,
    t.price as old_price, ${after('price')} as new_price, t.discount as old_discount, ${after('discount')} as new_discount,
    t.tier_prices as old_tiers, ${after('tier_prices')} as new_tiers,
    null as old_product_price, null as new_product_price, null as old_product_discount, null as new_product_discount,
    null as old_product_tiers, null as new_product_tiers
  from ${changed('products')} c join staged_products s on s.id = c.id join products t on t.id = s.id
  where s.position > ${position} and ${differs} and (
    not exists (select 1 from variants v where v.product_id = s.id)
    or exists (select 1 from variants v where v.product_id = s.id and v.price is null))
  order by s.position limit ${sql.lit(ROWS_PER_STATEMENT)}`

const variants = (position: number) => sql<PriceRow>`
  select s.position, s.product_id, s.id as variant_id,
    t.price as old_price, ${after('price')} as new_price, t.discount as old_discount, ${after('discount')} as new_discount,
    t.tier_prices as old_tiers, ${after('tier_prices')} as new_tiers,
    p.price as old_product_price, coalesce(${after('price', 'sp', 'p')}, p.price) as new_product_price,
    p.discount as old_product_discount,
    case when sp.id is null then p.discount else ${after('discount', 'sp', 'p')} end as new_product_discount,
    p.tier_prices as old_product_tiers,
    case when sp.id is null then p.tier_prices else ${after('tier_prices', 'sp', 'p')} end as new_product_tiers
  from ${changed('variants')} c
    join staged_variants s on s.product_id = c.product_id and s.id = c.id
    join variants t on t.product_id = s.product_id and t.id = s.id
    join products p on p.id = s.product_id
    left join staged_products sp on sp.id = s.product_id
  where s.position > ${position} and ${differs}
  order by s.position limit ${sql.lit(ROWS_PER_STATEMENT)}`

/** Finds the changed prices of stored items at a time, in milliseconds since the epoch. */
export async function findPriceChanges(queries: Queries, now: number): Promise<PriceChanges> {
  const changes: PriceChanges = { largest: [], above50: 0 }
  for (const query of [products, variants]) {
    for (let position = 0; ; ) {
      const { rows } = await query(position).execute(queries.kysely)
      if (rows.length === 0) break
      for (const row of rows) addChange(changes, changeOf(row, now))
      position = rows.at(-1)?.position ?? Number.POSITIVE_INFINITY
    }
  }
  return changes
}

function addChange(changes: PriceChanges, change: PriceChange | null): void {
  if (!change) return
  if (sizeOf(change) > LARGE_PERCENT) changes.above50++
  const { largest } = changes
  const place = largest.findIndex(other => sizeOf(other) < sizeOf(change))
  largest.splice(place < 0 ? largest.length : place, 0, change)
  largest.length = Math.min(largest.length, SHOWN)
}

function sizeOf({ percent }: PriceChange): number {
  return percent === null ? Number.POSITIVE_INFINITY : Math.abs(percent)
}

function changeOf(row: PriceRow, now: number): PriceChange | null {
  const [from, to] = [priceOf(row, 'old', now), priceOf(row, 'new', now)]
  if (from.eq(to)) return null
  const percent = from.eq(decimal('0'))
    ? null
    : tenths((Number(to.toFixed()) - Number(from.toFixed())) / Number(from.toFixed()))
  return { productId: row.product_id, variantId: row.variant_id, from: from.toFixed(), to: to.toFixed(), percent }
}

/** A share as percent, rounded to a tenth. */
function tenths(share: number): number {
  return Math.round(share * 1_000) / 10
}

function priceOf(row: PriceRow, which: 'old' | 'new', now: number) {
  const own = priced(row[`${which}_price`], row[`${which}_discount`], row[`${which}_tiers`])
  const product =
    row.variant_id === null
      ? null
      : priced(row[`${which}_product_price`], row[`${which}_product_discount`], row[`${which}_product_tiers`])
  return resolveUnitPrice(product ?? own, product && own, { customerGroupId: null, quantity: 1, now })
}

function priced(price: string | null, discount: string | null, tier_prices: string | null) {
  return readPriced({ price, discount, group_prices: null, tier_prices })
}

/**
 * Finds what is on sale and will not be, by the record's word or because the import lacks it.
 * @param unlisted the table of variants that their imported product lacks
 * @param withdrawsMissing whether products go off sale that the import lacks
 */
export async function findOffSale(
  { kysely }: Queries,
  { unlisted, withdrawsMissing }: { unlisted: RawBuilder<unknown>; withdrawsMissing: boolean },
): Promise<OffSale> {
  const missing = sql`
    union all
    select p.id, cast(null as bigint) from products p
    where p.on_sale = 1 and not exists (select 1 from staged_products s where s.id = p.id)`
  const { rows } = await sql<{ product_id: number; variant_id: number | null; name: string; total: number }>`
    select off_sale.product_id, off_sale.variant_id, off_sale.total,
      p.name || coalesce(' – ' || v.name, '') as name
    from (select product_id, variant_id, count(*) over () as total from (
      select t.id as product_id, cast(null as bigint) as variant_id
      from ${changed('products')} c join staged_products s on s.id = c.id join products t on t.id = s.id
      where t.on_sale = 1 and s.on_sale = 0 and s.kept not like '%,on_sale,%'
      union all
      select t.product_id, t.id from ${changed('variants')} c
        join staged_variants s on s.product_id = c.product_id and s.id = c.id
        join variants t on t.product_id = s.product_id and t.id = s.id
      where t.on_sale = 1 and s.on_sale = 0 and s.kept not like '%,on_sale,%'
      union all
      select product_id, id from ${unlisted} where on_sale = 1
      ${withdrawsMissing ? missing : sql``}
    ) as items order by product_id, variant_id limit ${sql.lit(SHOWN)}) as off_sale
      join products p on p.id = off_sale.product_id
      left join variants v on v.product_id = off_sale.product_id and v.id = off_sale.variant_id
    order by off_sale.product_id, off_sale.variant_id`.execute(kysely)
  return {
    count: rows[0]?.total ?? 0,
    first: rows.map(({ product_id, variant_id, name }) => ({ productId: product_id, variantId: variant_id, name })),
  }
}
