/** Product cache: keeps products in memory, and drops those that the shop's newer revisions have changed. */

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Flag } from '../db/column-types.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { ProductTable, VariantTable } from '../db/tables.ts'
import { foldTerms, type ProductTerms } from '../model/term.ts'
import { decimal, one, percent } from '../money/money.ts'
import type { FollowShop } from '../shop/follow-shop.store.ts'
import type { Priced } from './price.ts'
import type { Product, Variant } from './product.ts'
import { readPriced } from './read-priced.ts'
import { readTexts } from './stored-texts.ts'

/** Maximum number of cached products, variants, prices of groups and quantities, and terms: about 75 MB. Any product fits; see `MAX_VARIANTS`. */
const KEPT = 220_000

/** Products by id; undefined for an unknown id. */
export interface Products {
  get(id: number): Product | undefined
}

/** Loads products of a shop revision. Resolves to undefined when the shop has another revision now. */
export type LoadProducts = (ids: readonly number[], revision: number) => Promise<Products | undefined>

/** Creates the product cache of this process. */
export function createProductCache(database: Queries, follow: FollowShop): LoadProducts {
  const known = new LRUCache<number, Product>({ maxSize: KEPT, sizeCalculation: sizeOf })
  follow.onProducts(ids => {
    if (ids) for (const id of ids) known.delete(id)
    else known.clear()
  })

  return async (ids, revision) => {
    if (ids.length === 0) return new Map()
    if ((await follow(revision)).revision !== revision) return undefined
    const found = new Map<number, Product>()
    const missing = new Set<number>()
    for (const id of ids) {
      const product = known.get(id)
      if (product) found.set(id, product)
      else missing.add(id)
    }
    if (missing.size === 0) return found
    const read = await readProducts(database, [...missing])
    // The revision of the database or of this cache can change during the query.
    if (read.revision !== revision || follow.revision() !== revision) return undefined
    for (const [id, product] of read.products) {
      known.set(id, product)
      found.set(id, product)
    }
    return found
  }
}

/** Number of objects that a product keeps in memory. */
function sizeOf(product: Product): number {
  const items = [product, ...product.variants.values()]
  return items.reduce((size, priced) => size + sizeOfPrices(priced), sizeOfTerms(product))
}

function sizeOfTerms({ terms }: Product): number {
  return terms === null ? 0 : terms.categories.length + terms.tags.length
}

function sizeOfPrices({ groupPrices, tierPrices }: Priced): number {
  return 1 + (groupPrices === null ? 0 : Object.keys(groupPrices).length) + (tierPrices?.length ?? 0)
}

/** A row per variant, or per product without variants. Columns are null when there is no product, or no variant. */
type ProductRow = { revision: number } & Nullable<
  Pick<
    ProductTable,
    | 'id'
    | 'sku'
    | 'name'
    | 'image'
    | 'on_sale'
    | 'price'
    | 'vat_rate'
    | 'free_cargo'
    | 'stock'
    | 'stock_unit'
    | 'stock_increment'
    | 'discount'
    | 'group_prices'
    | 'tier_prices'
    | 'brand'
    | 'categories'
    | 'tags'
  >
> & {
    backorder: Flag | null
    variant_id: number | null
    variant_sku: string | null
    variant_name: string | null
    variant_image: string | null
    variant_on_sale: VariantTable['on_sale'] | null
    variant_price: string | null
    variant_stock: string | null
    variant_backorder: VariantTable['backorder']
    variant_discount: string | null
    variant_group_prices: string | null
    variant_tier_prices: string | null
  }

type Nullable<T> = { [Column in keyof T]: T[Column] | null }

/**
 * Returns at least one row, for the revision, also when no product is found. `offset 0` makes PostgreSQL find the variants of each product by
 * the index: without statistics, as after a restore, it otherwise reads all variants of the shop.
 */
const selectProducts = prepared<{ ids: string }, ProductRow>(
  (parameter, engine) => sql`
    select shop.revision, p.id, p.sku, p.name, p.image, p.on_sale, p.price, p.vat_rate, p.free_cargo, p.stock, p.stock_unit,
      p.stock_increment, p.backorder, p.discount, p.group_prices, p.tier_prices, p.brand, p.categories, p.tags,
      v.id as variant_id, v.sku as variant_sku, v.name as variant_name, v.image as variant_image, v.on_sale as variant_on_sale, v.price as variant_price, v.stock as variant_stock,
      v.backorder as variant_backorder, v.discount as variant_discount, v.group_prices as variant_group_prices,
      v.tier_prices as variant_tier_prices
    from shop
    left join products p on p.id ${
      engine === 'postgres'
        ? sql`= any(cast(${parameter('ids')} as bigint[]))`
        : sql`in (select value from json_each(${parameter('ids')}))`
    }
    left join ${
      engine === 'postgres' ? sql`lateral (select * from variants where product_id = p.id offset 0)` : sql`variants`
    } v on v.product_id = p.id`,
)

/** The shared empty map of products without variants, which saves one map per product. It is never written to. */
const none = new Map<number, Variant>()

/** Reads products with their variants, and the shop's revision, in one statement. */
async function readProducts(database: Queries, ids: number[]) {
  const list = database.engine === 'postgres' ? `{${ids.join()}}` : JSON.stringify(ids)
  const rows = await selectProducts(database, { ids: list })
  const products = new Map<number, Product & { variants: Map<number, Variant> }>()
  for (const row of rows) {
    if (row.id === null) continue
    const product = products.get(row.id) ?? { ...toProduct(row), variants: row.variant_id === null ? none : new Map() }
    products.set(row.id, product)
    if (row.variant_id === null) continue
    product.variants.set(row.variant_id, toVariant(row))
    product.hasVariantsOnSale ||= row.variant_on_sale === 1
  }
  return { revision: rows[0]?.revision, products }
}

function toProduct(row: ProductRow): Omit<Product, 'variants'> {
  const vatRate = row.vat_rate ?? '0'
  return {
    ...readPriced(row),
    sku: row.sku,
    name: row.name ?? '',
    image: row.image,
    onSale: row.on_sale === 1,
    hasVariantsOnSale: false,
    vatRate: Number(vatRate),
    vatFactor: one.plus(percent(vatRate)),
    freeCargo: row.free_cargo === 1,
    terms: readTerms(row),
    stock: decimal(row.stock ?? '0'),
    backorder: row.backorder === 1,
    stockUnit: row.stock_unit ?? '',
    stockIncrement: Number(row.stock_increment),
    text: undefined,
  }
}

function readTerms({ brand, categories, tags }: ProductRow): ProductTerms | null {
  if (brand === null && categories === null && tags === null) return null
  return foldTerms({ brand, categories: readTexts(categories), tags: readTexts(tags) })
}

function toVariant(row: ProductRow): Variant {
  return {
    ...readPriced({
      price: row.variant_price,
      discount: row.variant_discount,
      group_prices: row.variant_group_prices,
      tier_prices: row.variant_tier_prices,
    }),
    sku: row.variant_sku,
    name: row.variant_name ?? '',
    image: row.variant_image,
    onSale: row.variant_on_sale === 1,
    stock: decimal(row.variant_stock ?? '0'),
    backorder: (row.variant_backorder ?? row.backorder) === 1,
    text: undefined,
  }
}
