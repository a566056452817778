/** Stored products and variants of a change: finds those that the request names by id and SKU, and saves new values, in one statement for all. */

import { sql } from 'kysely'
import type { Flag } from '../../db/column-types.ts'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { ProductTable, VariantTable } from '../../db/tables.ts'
import type { Discount } from '../price.ts'
import { readTierPrices, writeTierPrices } from '../read-priced.ts'
import { findItemsBySku, toItemKeys } from '../skus.sql.ts'
import { lockItems } from '../stock/lock-items.sql.ts'
import { readTexts, writeTexts } from '../stored-texts.ts'
import { deleteProductTerms, insertProductTerms, type TermList } from '../terms/product-terms.sql.ts'
import type { ProductChange } from './read-product-changes.ts'
import { type ItemKey, itemKeyOf, type StoredItem } from './resolve-product-changes.ts'

/** Finds the keys that changes name: of a SKU that is not unique, two at least. Items of ids need not exist. */
export async function findNamedKeys(queries: Queries, changes: readonly ProductChange[]): Promise<ItemKey[]> {
  const bySku = await findSkus(queries, changes)
  const named = changes.map(({ id, sku = '', variants = [] }) => {
    const keys = id === undefined ? (bySku.get(sku) ?? []) : [{ productId: id, variantId: 0 }]
    return { keys, variants: keys.filter(isProduct).flatMap(({ productId }) => variants.map(withProduct(productId))) }
  })
  const variants = named.flatMap(each => each.variants)
  return [
    ...named.flatMap(each => each.keys),
    ...variants.flatMap(({ productId, id }) => (id === undefined ? [] : [{ productId, variantId: id }])),
    ...(await findVariantSkus(queries, variants)),
  ]
}

/** Loads the items of keys that exist. */
export async function loadItems(queries: Queries, keys: ItemKey[]): Promise<StoredItem[]> {
  return [...(await findProducts(queries, keys)), ...(await findVariants(queries, keys))]
}

/**
 * Locks the items of keys, whose stocks orders change without the lock of the shop, and loads those that exist as they are then. On SQLite the
 * transaction holds the write lock already.
 */
export async function lockAndLoadItems(queries: Queries, keys: ItemKey[]): Promise<StoredItem[]> {
  // A statement after the locks sees what the orders that had them have saved.
  if (queries.engine === 'postgres') await lockItems(queries, keys)
  return loadItems(queries, keys)
}

function isProduct({ variantId }: ItemKey): boolean {
  return variantId === 0
}

/** A variant that a change names within a product. */
interface NamedVariant {
  productId: number
  id: number | undefined
  sku: string | undefined
}

function withProduct(productId: number) {
  return ({ id, sku }: { id?: number; sku?: string }): NamedVariant => ({ productId, id, sku })
}

function findSkus(queries: Queries, changes: readonly ProductChange[]): Promise<Map<string, ItemKey[]>> {
  return findItemsBySku(
    queries,
    changes.flatMap(({ id, sku }) => (id === undefined && sku !== undefined ? [sku] : [])),
  )
}

async function findVariantSkus(queries: Queries, variants: NamedVariant[]): Promise<ItemKey[]> {
  const keys = new Map<string, { product_id: number; sku: string }>()
  for (const { productId, id, sku } of variants) {
    if (id === undefined && sku !== undefined) keys.set(`${productId} ${sku}`, { product_id: productId, sku })
  }
  if (keys.size === 0) return []
  const rows = await selectVariantSkus(queries, { keys: JSON.stringify([...keys.values()]) })
  return rows.flatMap(row => toItemKeys(row.variants))
}

/** Finds which customer groups of a list of ids are stored. */
export async function findGroups(queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await selectGroups(queries, { keys: JSON.stringify([...new Set(ids)].map(id => ({ id }))) })
  return new Set(rows.map(({ id }) => id))
}

const selectGroups = prepared<{ keys: string }, { id: number }>(
  (parameter, engine) => sql`
    select g.id from ${jsonRows(parameter('keys'), 'k', { columns: { id: 'bigint' }, engine })}
    join customer_groups g on g.id = k.id`,
)

/** Finds the variants that have a SKU within a product, two at most. */
const selectVariantSkus = prepared<{ keys: string }, { product_id: number; sku: string; variants: string | null }>(
  (parameter, engine) => sql`
    select k.sku, k.product_id,
      (select string_agg(product_id || ' ' || id, ',') from (
        select v.product_id, v.id from variants v where v.sku = k.sku and v.product_id = k.product_id
        order by v.id limit 2) as found) as variants
    from ${jsonRows(parameter('keys'), 'k', { columns: { product_id: 'bigint', sku: 'text' }, engine })}`,
)

type ItemColumns = Pick<VariantTable, 'sku' | 'price' | 'stock' | 'on_sale' | 'backorder' | 'discount' | 'tier_prices'>
type TermColumns = Pick<ProductTable, 'brand' | 'categories' | 'tags'>
type ItemRow = ItemColumns & TermColumns & { product_id: number; variant_id: number; backorder_of_product: Flag }

async function findProducts(queries: Queries, keys: ItemKey[]): Promise<StoredItem[]> {
  const ids = new Set(keys.filter(isProduct).map(({ productId }) => productId))
  if (ids.size === 0) return []
  return (await selectProducts(queries, { keys: JSON.stringify([...ids].map(id => ({ id }))) })).map(toItem)
}

async function findVariants(queries: Queries, keys: ItemKey[]): Promise<StoredItem[]> {
  const variants = keys.filter(key => !isProduct(key))
  if (variants.length === 0) return []
  const unique = new Map(variants.map(each => [itemKeyOf(each), { product_id: each.productId, id: each.variantId }]))
  return (await selectVariants(queries, { keys: JSON.stringify([...unique.values()]) })).map(toItem)
}

const selectProducts = prepared<{ keys: string }, ItemRow>(
  (parameter, engine) => sql`
    select p.id as product_id, 0 as variant_id, p.sku, p.price, p.stock, p.on_sale, p.backorder,
      p.backorder as backorder_of_product, p.discount, p.tier_prices, p.brand, p.categories, p.tags
    from ${jsonRows(parameter('keys'), 'k', { columns: { id: 'bigint' }, engine })} join products p on p.id = k.id`,
)

const selectVariants = prepared<{ keys: string }, ItemRow>(
  (parameter, engine) => sql`
    select v.product_id, v.id as variant_id, v.sku, v.price, v.stock, v.on_sale, v.backorder,
      p.backorder as backorder_of_product, v.discount, v.tier_prices,
      null as brand, null as categories, null as tags
    from ${jsonRows(parameter('keys'), 'k', { columns: { product_id: 'bigint', id: 'bigint' }, engine })}
    join variants v on v.product_id = k.product_id and v.id = k.id
    join products p on p.id = v.product_id`,
)

function toItem(row: ItemRow): StoredItem {
  return {
    productId: row.product_id,
    variantId: row.variant_id,
    sku: row.sku,
    price: row.price,
    stock: row.stock,
    onSale: row.on_sale === 1,
    backorder: row.backorder === null ? null : row.backorder === 1,
    backorderOfProduct: row.backorder_of_product === 1,
    discount: row.discount === null ? null : (JSON.parse(row.discount) as Discount),
    tierPrices: readTierPrices(row.tier_prices),
    brand: row.brand,
    categories: readTexts(row.categories),
    tags: readTexts(row.tags),
  }
}

/** Saves the new values of items. Runs in a transaction that holds the lock of the shop, and those of the items since they were read. */
export async function saveItems(queries: Queries, items: StoredItem[]): Promise<void> {
  const products = items.filter(isProduct)
  const variants = items.filter(item => !isProduct(item))
  if (products.length > 0) await saveProducts(queries, products)
  if (variants.length > 0) await updateVariants(queries, { rows: JSON.stringify(variants.map(toRow)) })
}

async function saveProducts(queries: Queries, products: StoredItem[]): Promise<void> {
  const rows = JSON.stringify(products.map(toProductRow))
  const changed = new Set((await selectOtherTerms(queries, { rows })).map(({ id }) => id))
  await updateProducts(queries, { rows })
  if (changed.size === 0) return
  await deleteProductTerms(queries, [...changed])
  const lists = products.filter(({ productId }) => changed.has(productId)).flatMap(listsOf)
  await insertProductTerms(queries, lists)
}

function listsOf({ productId, brand, categories, tags }: StoredItem): TermList[] {
  return [
    { product_id: productId, kind: 'brand', terms: brand === null ? [] : [brand] },
    { product_id: productId, kind: 'category', terms: categories },
    { product_id: productId, kind: 'tag', terms: tags },
  ]
}

function toRow(item: StoredItem) {
  const { productId, variantId, price, stock, onSale, backorder, discount, tierPrices } = item
  return {
    product_id: productId,
    id: variantId,
    price,
    stock,
    on_sale: onSale ? 1 : 0,
    backorder: backorder === null ? null : Number(backorder),
    discount: discount && JSON.stringify(discount),
    tier_prices: writeTierPrices(tierPrices),
  }
}

function toProductRow(item: StoredItem) {
  return { ...toRow(item), brand: item.brand, categories: writeTexts(item.categories), tags: writeTexts(item.tags) }
}

const rowColumns = {
  product_id: 'bigint',
  id: 'bigint',
  price: 'text',
  stock: 'text',
  on_sale: 'integer',
  backorder: 'integer',
  discount: 'text',
  tier_prices: 'text',
} as const

const productColumns = { ...rowColumns, brand: 'text', categories: 'text', tags: 'text' } as const

const newValues = sql`
  price = c.price, stock = c.stock, on_sale = c.on_sale, backorder = c.backorder, discount = c.discount,
  tier_prices = c.tier_prices`

const updateProducts = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    update products set ${newValues}, brand = c.brand, categories = c.categories, tags = c.tags
    from ${jsonRows(parameter('rows'), 'c', { columns: productColumns, engine })}
    where products.id = c.product_id`,
)

/** The products whose stored terms are others. */
const selectOtherTerms = prepared<{ rows: string }, { id: number }>(
  (parameter, engine) => sql`
    select p.id from ${jsonRows(parameter('rows'), 'c', { columns: productColumns, engine })}
    join products p on p.id = c.product_id
    where p.brand is distinct from c.brand or p.categories is distinct from c.categories or p.tags is distinct from c.tags`,
)

const updateVariants = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    update variants set ${newValues} from ${jsonRows(parameter('rows'), 'c', { columns: rowColumns, engine })}
    where variants.product_id = c.product_id and variants.id = c.id`,
)
