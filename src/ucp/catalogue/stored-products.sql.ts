/** Loads products on sale with their items, at one revision of the shop. */

import { type RawBuilder, sql } from 'kysely'
import { readPriced } from '../../catalog/read-priced.ts'
import { reservedAt } from '../../catalog/stock/reserved.sql.ts'
import type { Flag } from '../../db/column-types.ts'
import type { Engine, Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { decimal } from '../../money/money.ts'
import type { StoredItem, StoredProduct } from './sold-product.ts'

/** Counts the variants on sale of products. */
export async function countVariants(queries: Queries, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await selectCounts(queries, { ids: listOf(ids, queries.engine) })
  return new Map(rows.map(({ id, variants }) => [id, variants]))
}

/**
 * Loads those of products that are on sale, by id, and the revision of the shop.
 * @param now milliseconds since the epoch, as of which reservations count
 */
export async function loadProducts(
  queries: Queries,
  ids: readonly number[],
  now: number,
): Promise<{ revision: number; products: Map<number, StoredProduct> }> {
  const rows = await selectProducts(queries, { ids: listOf(ids, queries.engine), now })
  const products = new Map<number, StoredProduct>()
  for (const row of rows) {
    if (!isProduct(row)) continue
    const product = products.get(row.id) ?? toProduct(row)
    product.items.push(toItem(row))
    products.set(row.id, product)
  }
  return { revision: rows[0]?.revision ?? 0, products }
}

/** A row per variant, or per product without variants. */
interface ProductRow {
  id: number
  name: string
  sku: string | null
  image: string | null
  price: string
  discount: string | null
  tier_prices: string | null
  stock: string
  backorder: Flag
  reserved: number
  variant_id: number | null
  variant_name: string | null
  variant_sku: string | null
  variant_image: string | null
  variant_price: string | null
  variant_discount: string | null
  variant_tier_prices: string | null
  variant_stock: string | null
  variant_backorder: Flag | null
  variant_reserved: number | null
}

/** All columns but the revision are null where no product is found. */
type Row = { revision: number } & (ProductRow | { id: null })

function isProduct(row: Row): row is Row & ProductRow {
  return row.id !== null
}

function toProduct({ id, name, sku, image, ...columns }: ProductRow): StoredProduct {
  return { id, name, sku, image, ...readPriced({ ...columns, group_prices: null }), items: [] }
}

function toItem(row: ProductRow): StoredItem {
  const isVariant = row.variant_id !== null
  return {
    productId: row.id,
    variantId: row.variant_id ?? 0,
    name: row.variant_name ?? row.name,
    sku: isVariant ? row.variant_sku : row.sku,
    image: row.variant_image,
    ...readPriced({
      price: row.variant_price,
      discount: row.variant_discount,
      group_prices: null,
      tier_prices: row.variant_tier_prices,
    }),
    stock: decimal(row.variant_stock ?? row.stock),
    backorder: (row.variant_backorder ?? row.backorder) === 1,
    reserved: row.variant_reserved ?? row.reserved,
  }
}

function listOf(ids: readonly number[], engine: Engine): string {
  return engine === 'postgres' ? `{${ids.join()}}` : JSON.stringify(ids)
}

function isListed(column: RawBuilder<unknown>, ids: string, engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`${column} = any(cast(${ids} as bigint[]))`
    : sql`${column} in (select value from json_each(${ids}))`
}

const selectCounts = prepared<{ ids: string }, { id: number; variants: number }>(
  (parameter, engine) => sql`
    select product_id as id, count(*) as variants from variants
    where ${isListed(sql`product_id`, parameter('ids'), engine)} and on_sale = 1 group by product_id`,
)

/**
 * `offset 0` makes PostgreSQL find the variants of each product by the index, also without statistics, and the sign makes SQLite find products
 * by their ids instead of by an index of what is on sale that it would create for each statement.
 */
const selectProducts = prepared<{ ids: string; now: number }, Row>((parameter, engine) => {
  const now = parameter('now')
  const reservedOf = (table: string, ids: { productId: RawBuilder<number>; variantId: RawBuilder<number> }) =>
    reservedAt({ reserved: sql<number>`${sql.ref(`${table}.reserved`)}`, ...ids }, now)
  return sql`
    select shop.revision, p.id, p.name, p.sku, p.image, p.price, p.discount, p.tier_prices, p.stock, p.backorder,
      ${reservedOf('p', { productId: sql`p.id`, variantId: sql`0` })} as reserved,
      v.id as variant_id, v.name as variant_name, v.sku as variant_sku, v.image as variant_image, v.price as variant_price,
      v.discount as variant_discount, v.tier_prices as variant_tier_prices, v.stock as variant_stock,
      v.backorder as variant_backorder,
      ${reservedOf('v', { productId: sql`v.product_id`, variantId: sql`v.id` })} as variant_reserved
    from shop
    left join products p on ${isListed(sql`p.id`, parameter('ids'), engine)} and +p.on_sale = 1
    left join ${
      engine === 'postgres' ? sql`lateral (select * from variants where product_id = p.id offset 0)` : sql`variants`
    } v on v.product_id = p.id and +v.on_sale = 1
    order by p.id, v.id`
})
