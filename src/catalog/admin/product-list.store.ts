/** Pages of products with their variants, of one revision of the shop. */

import { type RawBuilder, sql } from 'kysely'
import type { Flag } from '../../db/column-types.ts'
import type { Engine, Queries } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { ProductTable, VariantTable } from '../../db/tables.ts'
import type { Key } from '../../schema/keyset.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import { wordsOf } from '../names/folded-name.ts'
import { foldedNameHas } from '../names/folded-name-has.sql.ts'
import { type FoundProducts, findProducts } from '../names/found-products.sql.ts'
import { findProductsByStock, type StockFilters, type StockKey } from '../stock/products-by-stock.sql.ts'
import { reservedAt } from '../stock/reserved.sql.ts'
import { loadStockGuard } from '../stock/stock-guard.sql.ts'
import { findRare, orderTerms, productsWith, type SoughtTerms } from '../terms/sought-terms.sql.ts'
import { type ProductQuery, termsOf } from './product-query.ts'
import { type ProductSearch, searchProducts } from './search-products.sql.ts'

/** Maximum number of variants on a page. A page with more ends early; a product with more has its own page. */
const MAX_VARIANTS = 1_000

/** A name is rare that fewer products have. */
const RARE = 500

/** A product as stored, on sale or not. */
export type ListedProduct = Omit<ProductTable, 'source_key' | 'reserved' | 'backorder'> &
  Reserved & { backorder: Flag; variants: ListedVariant[] }

/** A variant as stored, on sale or not. */
export type ListedVariant = Omit<VariantTable, 'source_key' | 'reserved'> & Reserved

/** What holds reserve of an item; 0 while the stock guard does not count. */
interface Reserved {
  reserved: number
}

/** A page of products in the order of their ids, or of their lowest stocks. */
export interface ProductPage {
  products: ListedProduct[]
  /** The key after which the next page continues; null where there is none. */
  continueAfter: Key | null
}

/**
 * Finds a page.
 * @param now milliseconds since the epoch, as of which reservations count
 * @throws Refusal 503 `database_busy` when the shop changes faster than a page can be read
 */
export async function findProductPage(queries: Queries, query: ProductQuery, now: number): Promise<ProductPage> {
  const terms = await orderTerms(queries, termsOf(query))
  if (query.sort === 'stock') return findPageByStock(queries, { ...query, terms }, now)
  if (query.search) return findSearched(queries, { ...query, terms, search: query.search }, now)
  // Names of products with rare terms are compared one by one, those of many products by their index.
  if (query.name === undefined || terms?.isRare) return findPage(queries, { ...query, terms }, now)
  const { ids, comparedTo } = await findNamed(queries, query.name, query, now)
  const { after, limit, sku, onSale, variantIds } = query
  const named = { after, limit, ids: withBoth(query.ids, ids), variantIds, sku, onSale, terms }
  const { products, continueAfter } = await findPage(queries, named, now)
  return { products, continueAfter: continueAfter ?? (comparedTo === null ? null : [comparedTo]) }
}

/** A query with the terms that its products must have, in the order in which they are looked for. */
type SoughtQuery = ProductQuery & { terms?: SoughtTerms | undefined }

/** Finds a page of those that a search finds. */
async function findSearched(
  queries: Queries,
  query: SoughtQuery & { search: ProductSearch },
  now: number,
): Promise<ProductPage> {
  const [after = 0] = query.after ?? []
  const part = { after: Number(after), count: query.limit + 1, now }
  const { ids, comparedTo } = await searchProducts(queries, query.search, part)
  const { products, continueAfter } = await findPage(queries, { ...query, ids: withBoth(query.ids, ids) }, now)
  return { products, continueAfter: continueAfter ?? (comparedTo === null ? null : [comparedTo]) }
}

/** Finds a page in the order of stocks. A stock that changes meanwhile is shown as it is, at its former place. */
async function findPageByStock(queries: Queries, query: SoughtQuery, now: number): Promise<ProductPage> {
  const { limit, after: [stock, id] = [] } = query
  const { ids, sku, onSale, stockAtMost, backorder } = query
  const ofTerms = await termFilters(queries, { ids, terms: query.terms })
  const ofName = await namedFilters(queries, { ...query, ids: ofTerms.ids }, now)
  const filters = { sku, onSale, stockAtMost, backorder, ...ofTerms, ...ofName }
  const after: StockKey | undefined = stock === undefined ? undefined : [String(stock), Number(id)]
  // One more than the page has tells whether there is a next one.
  const { keys, comparedTo } = await findProductsByStock(queries, filters, { after, count: limit + 1 })
  const shown = keys.slice(0, limit)
  const { products, continueAfter } = await findPage(
    queries,
    { after: undefined, limit, sort: 'stock', ids: shown.map(idOf) },
    now,
  )
  const rest = shown.find(key => idOf(key) === continueAfter?.[0])
  return { products, continueAfter: rest ?? (keys.length > limit ? (shown.at(-1) ?? null) : comparedTo) }
}

/** Ids of products with rare terms; others are compared in the order of stocks. */
async function termFilters(
  queries: Queries,
  { ids, terms }: Pick<SoughtQuery, 'ids' | 'terms'>,
): Promise<StockFilters> {
  if (!terms?.isRare) return { ids, terms }
  return { ids: withBoth(ids, await findRare(queries, terms)) }
}

/** Ids of products with a rare name, which the index of names finds; words of many names are compared in the order of stocks. */
async function namedFilters(queries: Queries, { name, ids }: ProductQuery, now: number): Promise<StockFilters> {
  if (name === undefined) return {}
  const found = await findNamed(queries, name, { after: undefined, limit: RARE }, now)
  return found.comparedTo === null ? { ids: withBoth(ids, found.ids) } : { words: wordsOf(name) }
}

function idOf([, id]: StockKey): number {
  return id
}

/** Finds the products of a page by the words of their names. `comparedTo` is the id up to which names were compared; null at the end. */
function findNamed(
  queries: Queries,
  name: string,
  { after, limit }: ProductQuery,
  now: number,
): Promise<FoundProducts> {
  const [afterId = 0] = after ?? []
  const sought = { words: wordsOf(name), prices: null, itemId: 'id', sale: 'any', now } as const
  return findProducts(queries, sought, { after: Number(afterId), count: limit })
}

/** Returns the ids that the name has found, of those that were asked for. */
function withBoth(asked: readonly number[] | undefined, found: readonly number[]): readonly number[] {
  return asked ? found.filter(id => asked.includes(id)) : found
}

function findPage(queries: Queries, query: SoughtQuery, now: number): Promise<ProductPage> {
  return retryOnImport(async () => {
    const { revision, rows } = await findRows(queries, query, now)
    const shown = rows.slice(0, countShown(rows, query.limit))
    const variants = await findVariants(queries, shown, now)
    if (variants.revision !== revision) return undefined
    const counts = await loadStockGuard(queries)
    const withReserved = <Item extends Reserved>(item: Item) => ({ ...item, reserved: counts ? item.reserved : 0 })
    const products = shown.map(({ variant_count, ...product }) => ({
      ...withReserved(product),
      variants: (variants.byProduct.get(product.id) ?? []).map(withReserved),
    }))
    return { products, continueAfter: shown.length < rows.length ? keyOf(shown.at(-1)) : null }
  })
}

function keyOf(last: ProductRow | undefined): Key | null {
  return last ? [last.id] : null
}

/** Number of products whose variants fit on a page; one at least. */
function countShown(rows: ProductRow[], limit: number): number {
  let variants = 0
  const fits = ({ variant_count }: ProductRow, index: number) => {
    variants += variant_count
    return index === 0 || (index < limit && variants <= MAX_VARIANTS)
  }
  const end = rows.findIndex((row, index) => !fits(row, index))
  return end < 0 ? rows.length : end
}

type ProductRow = Omit<ListedProduct, 'variants'> & { variant_count: number }

/** Selects one product more than the page has. The outer join returns the revision also when no product is found. */
async function findRows(
  { kysely, engine }: Queries,
  query: SoughtQuery,
  now: number,
): Promise<{ revision: number; rows: ProductRow[] }> {
  const { rows } = await sql<ProductRow & { revision: number; id: number | null }>`
    select shop.revision, page.*,
      (select count(*) from (
        select 1 from variants v where v.product_id = page.id order by v.product_id, v.id limit ${MAX_VARIANTS + 1}
      ) as found) as variant_count
    from shop left join (
      select id, sku, name, image, on_sale, price, vat_rate, stock, stock_unit, stock_increment, free_cargo, backorder,
        discount, group_prices, tier_prices, brand, categories, tags, ${reservedOf('products', now)} as reserved
      from products where ${matches(query, engine)} order by id limit ${query.limit + 1}
    ) as page on true
    where shop.id = 1
    order by page.id`.execute(kysely)
  const found = rows.filter(row => row.id !== null)
  return { revision: rows[0]?.revision ?? 0, rows: query.sort === 'stock' ? inOrderOf(query.ids ?? [], found) : found }
}

function inOrderOf(ids: readonly number[], rows: ProductRow[]): ProductRow[] {
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** The reserved quantity of an item. */
function reservedOf(table: 'products' | 'v', now: number): RawBuilder<number> {
  const column = (name: string) => sql<number>`${sql.ref(`${table}.${name}`)}`
  const ids =
    table === 'v'
      ? { productId: column('product_id'), variantId: column('id') }
      : { productId: column('id'), variantId: sql<number>`0` }
  return reservedAt({ reserved: column('reserved'), ...ids }, now)
}

function matches(query: SoughtQuery, engine: Engine): RawBuilder<unknown> {
  const { after, ids, variantIds, sku, onSale, limit, terms, name } = query
  const [afterId = 0] = after ?? []
  const isSkuAlone = ids === undefined && variantIds === undefined && onSale === undefined && terms === undefined
  const conditions = (id: RawBuilder<unknown>, on_sale: RawBuilder<unknown>) => [
    ...(ids ? [ids.length === 0 ? sql`false` : sql`${id} in (${sql.join(ids)})`] : []),
    ...(variantIds ? [sql`${id} in (select product_id from variants where id in (${sql.join(variantIds)}))`] : []),
    ...(onSale === undefined ? [] : [sql`${on_sale} = ${Number(onSale)}`]),
    ...(sku === undefined ? [] : [sql`${id} in (${isSkuAlone ? withSku(sku, { afterId, limit }) : anyWithSku(sku)})`]),
  ]
  if (!terms) return sql.join([sql`id > ${afterId}`, ...conditions(sql`id`, sql`on_sale`)], sql` and `)
  const ofNames = name === undefined ? [] : [hasName(name, engine)]
  // On SQLite, + keeps the table of products from being read by its index of sales.
  const further = [...conditions(sql`p.id`, sql`+p.on_sale`), ...ofNames]
  const part = { after: Number(afterId), conditions: further, limit: limit + 1 }
  return sql`id in (select id from (${productsWith(terms, part)}) as found)`
}

function hasName(name: string, engine: Engine): RawBuilder<unknown> {
  return sql`exists (
    select 1 from product_names n where n.product_id = p.id and ${foldedNameHas(wordsOf(name), engine)})`
}

/** The products that have a SKU or a variant with it, where further filters choose among them. */
function anyWithSku(sku: string): RawBuilder<unknown> {
  return sql`select id from products where sku = ${sku} union all select product_id from variants where sku = ${sku}`
}

/** The first products that have a SKU or a variant with it, in the order of the indexes: a SKU may be that of every product. */
function withSku(sku: string, { afterId, limit }: { afterId: string | number; limit: number }): RawBuilder<unknown> {
  return sql`
    select id from (
      select id from products where sku = ${sku} and id > ${afterId} order by id limit ${limit + 1}) as own
    union all
    select product_id from (
      select distinct product_id from variants where sku = ${sku} and product_id > ${afterId}
      order by product_id limit ${limit + 1}) as theirs`
}

type VariantRow = ListedVariant & { revision: number }

async function findVariants(queries: Queries, products: ProductRow[], now: number) {
  const ids = products.filter(({ variant_count }) => variant_count > 0).map(({ id }) => id)
  const list = queries.engine === 'postgres' ? `{${ids.join()}}` : JSON.stringify(ids)
  const rows = await selectVariants(queries, { ids: list, now })
  const found = rows.filter(row => row.id !== null)
  return { revision: rows[0]?.revision, byProduct: Map.groupBy(found, ({ product_id }) => product_id) }
}

const selectVariants = prepared<{ ids: string; now: number }, VariantRow>(
  (parameter, engine) => sql`
    select shop.revision, v.product_id, v.id, v.sku, v.name, v.image, v.on_sale, v.price, v.stock, v.backorder, v.discount,
      v.group_prices, v.tier_prices,
      ${reservedOf('v', parameter('now'))} as reserved
    from shop left join variants v on v.product_id ${
      engine === 'postgres'
        ? sql`= any(cast(${parameter('ids')} as bigint[]))`
        : sql`in (select value from json_each(${parameter('ids')}))`
    }
    where shop.id = 1
    order by v.product_id, v.id`,
)
