/** Products and variants that requests name: finds them by id and SKU, and saves their new values, each in one statement for all. */

import { sql } from 'kysely'
import type { Discount } from '../../catalog/price.ts'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import { prepared } from '../../db/prepared.ts'
import type { ProductTable, VariantTable } from '../../db/tables.ts'
import {
  type Facts,
  type FoundSku,
  findTarget,
  findVariant,
  type ItemKey,
  itemText,
  type ProductChange,
  type StoredItem,
  variantSkuText,
} from './changes-and-facts.ts'

/** Finds the items that changes name. */
export async function loadFacts(queries: Queries, changes: ProductChange[]): Promise<Facts> {
  const skus = await findSkus(queries, changes)
  const targets = changes.map(change => ({ change, found: findTarget(change, skus) }))
  const pairs = targets.flatMap(({ change, found }) =>
    isKey(found) ? (change.variants ?? []).map(variant => ({ variant, productId: found.productId })) : [],
  )
  const variantSkus = await findVariantSkus(queries, pairs)
  const keys = [
    ...targets.map(({ found }) => found),
    ...pairs.map(({ variant, productId }) => findVariant(variant, productId, variantSkus)),
  ].filter(isKey)
  const items = [...(await findProducts(queries, keys)), ...(await findVariants(queries, keys))]
  return { items: new Map(items.map(item => [itemText(item), item])), skus, variantSkus }
}

function isKey(found: FoundSku | undefined): found is ItemKey {
  return typeof found === 'object'
}

async function findSkus(queries: Queries, changes: ProductChange[]): Promise<Map<string, FoundSku>> {
  const skus = new Set(changes.flatMap(({ id, sku }) => (id === undefined && sku !== undefined ? [sku] : [])))
  if (skus.size === 0) return new Map()
  const rows = await selectSkus(queries, { keys: JSON.stringify([...skus].map(sku => ({ sku }))) })
  return new Map(rows.map(row => [row.sku, toFound(row)]))
}

type VariantPair = { variant: { id?: number; sku?: string }; productId: number }

async function findVariantSkus(queries: Queries, pairs: VariantPair[]): Promise<Map<string, FoundSku>> {
  const keys = new Map<string, { product_id: number; sku: string }>()
  for (const { variant, productId } of pairs) {
    const { id, sku } = variant
    if (id === undefined && sku !== undefined) {
      keys.set(variantSkuText(productId, sku), { product_id: productId, sku })
    }
  }
  if (keys.size === 0) return new Map()
  const rows = await selectVariantSkus(queries, { keys: JSON.stringify([...keys.values()]) })
  return new Map(rows.map(row => [variantSkuText(row.product_id, row.sku), toFound({ ...row, products: null })]))
}

/** A SKU with the ids of the first two products, such as `7,12`, and of the first two variants, such as `7 1,7 2`; null for none. */
interface SkuRow {
  sku: string
  products: string | null
  variants: string | null
}

function toFound({ products, variants }: Omit<SkuRow, 'sku'>): FoundSku {
  const found = [...(products?.split(',') ?? []), ...(variants?.split(',') ?? [])]
  if (found.length > 1) return 'ambiguous'
  const [productId, variantId = 0] = found[0]?.split(' ').map(Number) ?? []
  return productId === undefined ? 'unknown' : { productId, variantId }
}

/**
 * Finds the items of SKUs, two at most: a text such as `N/A` may stand on every variant of a shop. The range of one value makes PostgreSQL
 * use the index, also where it expects that every row has the SKU.
 */
const selectSkus = prepared<{ keys: string }, SkuRow>(
  (parameter, engine) => sql`
    select k.sku,
      (select string_agg(cast(id as text), ',') from (
        select p.id from products p where p.sku >= k.sku and p.sku <= k.sku order by p.sku, p.id limit 2) as found) as products,
      (select string_agg(product_id || ' ' || id, ',') from (
        select v.product_id, v.id from variants v where v.sku >= k.sku and v.sku <= k.sku
        order by v.sku, v.product_id, v.id limit 2) as found) as variants
    from ${jsonRows(parameter('keys'), 'k', { columns: { sku: 'text' }, engine })}`,
)

/** Finds the variants that have a SKU within a product, two at most. */
const selectVariantSkus = prepared<{ keys: string }, Omit<SkuRow, 'products'> & { product_id: number }>(
  (parameter, engine) => sql`
    select k.sku, k.product_id,
      (select string_agg(product_id || ' ' || id, ',') from (
        select v.product_id, v.id from variants v where v.sku = k.sku and v.product_id = k.product_id
        order by v.id limit 2) as found) as variants
    from ${jsonRows(parameter('keys'), 'k', { columns: { product_id: 'bigint', sku: 'text' }, engine })}`,
)

type ItemColumns = Pick<ProductTable, 'sku' | 'stock' | 'on_sale' | 'discount'> & Pick<VariantTable, 'price'>
type ItemRow = ItemColumns & { product_id: number; variant_id: number }

async function findProducts(queries: Queries, keys: ItemKey[]): Promise<StoredItem[]> {
  const ids = new Set(keys.map(({ productId }) => productId))
  const rows = await selectProducts(queries, { keys: JSON.stringify([...ids].map(id => ({ id }))) })
  return rows.map(toItem)
}

async function findVariants(queries: Queries, keys: ItemKey[]): Promise<StoredItem[]> {
  const variants = keys.filter(({ variantId }) => variantId !== 0)
  if (variants.length === 0) return []
  const unique = new Map(variants.map(each => [itemText(each), { product_id: each.productId, id: each.variantId }]))
  return (await selectVariants(queries, { keys: JSON.stringify([...unique.values()]) })).map(toItem)
}

const selectProducts = prepared<{ keys: string }, ItemRow>(
  (parameter, engine) => sql`
    select p.id as product_id, 0 as variant_id, p.sku, p.price, p.stock, p.on_sale, p.discount
    from ${jsonRows(parameter('keys'), 'k', { columns: { id: 'bigint' }, engine })} join products p on p.id = k.id`,
)

const selectVariants = prepared<{ keys: string }, ItemRow>(
  (parameter, engine) => sql`
    select v.product_id, v.id as variant_id, v.sku, v.price, v.stock, v.on_sale, v.discount
    from ${jsonRows(parameter('keys'), 'k', { columns: { product_id: 'bigint', id: 'bigint' }, engine })}
    join variants v on v.product_id = k.product_id and v.id = k.id`,
)

function toItem(row: ItemRow): StoredItem {
  return {
    productId: row.product_id,
    variantId: row.variant_id,
    sku: row.sku,
    price: row.price,
    stock: row.stock,
    onSale: row.on_sale === 1,
    discount: row.discount === null ? null : (JSON.parse(row.discount) as Discount),
  }
}

/** Saves the new values of items. Runs in a transaction that holds the lock of the shop since the items were read. */
export async function saveItems(queries: Queries, items: StoredItem[]): Promise<void> {
  const products = items.filter(({ variantId }) => variantId === 0)
  const variants = items.filter(({ variantId }) => variantId !== 0)
  if (products.length > 0) await updateProducts(queries, { rows: JSON.stringify(products.map(toRow)) })
  if (variants.length > 0) await updateVariants(queries, { rows: JSON.stringify(variants.map(toRow)) })
}

function toRow({ productId, variantId, price, stock, onSale, discount }: StoredItem) {
  return {
    product_id: productId,
    id: variantId,
    price,
    stock,
    on_sale: onSale ? 1 : 0,
    discount: discount && JSON.stringify(discount),
  }
}

const rowColumns = {
  product_id: 'bigint',
  id: 'bigint',
  price: 'text',
  stock: 'text',
  on_sale: 'integer',
  discount: 'text',
} as const

const newValues = sql`price = c.price, stock = c.stock, on_sale = c.on_sale, discount = c.discount`

const updateProducts = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    update products set ${newValues} from ${jsonRows(parameter('rows'), 'c', { columns: rowColumns, engine })}
    where products.id = c.product_id`,
)

const updateVariants = prepared<{ rows: string }, never>(
  (parameter, engine) => sql`
    update variants set ${newValues} from ${jsonRows(parameter('rows'), 'c', { columns: rowColumns, engine })}
    where variants.product_id = c.product_id and variants.id = c.id`,
)
