/**
 * Finds products in the order of their lowest stocks, with a bounded amount of work: it reads items in the order of an index, and keeps the
 * products whose lowest stock that item has. The lowest stock is that of the variants on sale; without such a variant, it is the product's own. A
 * filter can limit it to the items with backorder, or to those without.
 */

import { setImmediate as otherRequests } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Engine, Queries } from '../../db/database.ts'
import { foldedNameHas } from '../names/folded-name-has.sql.ts'
import { hasTerms, type SoughtTerms } from '../terms/sought-terms.sql.ts'

/** Which products are found; a filter that is left out matches every product. */
export interface StockFilters {
  ids?: readonly number[] | undefined
  /** A SKU of the product or of one of its variants. */
  sku?: string | undefined
  /** Folded words of the name. */
  words?: readonly string[] | undefined
  onSale?: boolean | undefined
  terms?: SoughtTerms | undefined
  /** A decimal text: the lowest stock is this or less. */
  stockAtMost?: string | undefined
  /** Whether the lowest stock is that of the items with backorder, or without. */
  backorder?: boolean | undefined
}

/** A place in the order: a stock as a decimal text, and the id of a product. */
export type StockKey = readonly [stock: string, id: number]

/** A part of the order. */
export interface ProductsByStock {
  /** In their order, as many as were asked for at most. */
  keys: StockKey[]
  /** The place up to which every product was compared; null where that is the end. */
  comparedTo: StockKey | null
}

/** Items that the first statement of a call reads, and each further one. The embedded engine serves other requests between two statements. */
const FIRST_ITEMS = 250
const FURTHER_ITEMS = { sqlite: 1_000, postgres: 10_000 }
/** Maximum number of items that one call reads. */
const MAX_ITEMS = 100_000

/**
 * Finds products after a place.
 * @param page `after` is undefined at the beginning; `count` is the maximum number of products
 */
export async function findProductsByStock(
  queries: Queries,
  filters: StockFilters,
  { after, count }: { after: StockKey | undefined; count: number },
): Promise<ProductsByStock> {
  const found: ProductsByStock = { keys: [], comparedTo: after ?? null }
  let read = 0
  for (let items = FIRST_ITEMS; read < MAX_ITEMS; items = FURTHER_ITEMS[queries.engine]) {
    const step = { after: found.comparedTo ?? undefined, count: count - found.keys.length, items }
    const part = await runStep(queries, filters, step)
    found.keys.push(...part.keys)
    found.comparedTo = part.comparedTo
    read += items
    if (part.comparedTo === null || found.keys.length === count) break
    await otherRequests()
  }
  return found
}

interface Step {
  after: StockKey | undefined
  count: number
  /** Items that the statement reads. */
  items: number
}

/** `items` were read, the last of which is `last_stock` and `last_id`; one row with a null id where no product is found. */
type Row = {
  items: number
  last_stock: string | number | null
  last_id: number | null
  stock: string | number | null
  id: number | null
}

async function runStep(queries: Queries, filters: StockFilters, step: Step): Promise<ProductsByStock> {
  const { rows } = await statement(queries.engine, filters, step).execute(queries.kysely)
  const keys = rows.flatMap(({ stock, id }) => toKey(stock, id))
  const [{ items = 0, last_stock = null, last_id = null } = {}] = rows
  if (keys.length === step.count) return { keys, comparedTo: keys.at(-1) ?? null }
  return { keys, comparedTo: items < step.items ? null : (toKey(last_stock, last_id)[0] ?? null) }
}

function toKey(stock: string | number | null, id: number | null): StockKey[] {
  return stock === null || id === null ? [] : [[String(stock), id]]
}

function statement(engine: Engine, filters: StockFilters, step: Step): RawBuilder<Row> {
  const { words = [], onSale, terms } = filters
  return sql<Row>`
    with items as materialized (${itemsInOrder(engine, filters, step)}), found as (
      select c.stock, c.id from (select distinct stock, id from items) as c ${productOf(engine)}
      where c.stock = ${lowestStock(engine, filters)} and ${onSale === undefined ? sql`true` : sql`+p.on_sale = ${Number(onSale)}`}
        and ${
          words.length === 0
            ? sql`true`
            : sql`exists (
          select 1 from product_names n where n.product_id = c.id and ${foldedNameHas(words, engine)})`
        } and ${terms ? hasTerms(terms, sql`c.id`) : sql`true`}
      order by c.stock, c.id limit ${step.count}
    )
    select bounds.items, last.stock as last_stock, last.id as last_id, found.stock, found.id
    from (select count(*) as items from items) as bounds
    left join (select stock, id from items order by stock desc, id desc limit 1) as last on true
    left join found on true
    order by found.stock, found.id`
}

/** The lowest stock of a product; null where it has no item of the filter. */
function lowestStock(engine: Engine, { backorder }: StockFilters): RawBuilder<unknown> {
  const onSale = sql`from variants v where v.product_id = p.id and v.on_sale = 1`
  const ofVariants = sql`select min(${number('v.stock', engine)}) ${onSale}`
  if (backorder === undefined) return sql`coalesce((${ofVariants}), ${number('p.stock', engine)})`
  const kind = sql.lit(Number(backorder))
  return sql`case when exists (select 1 ${onSale}) then (${ofVariants} and coalesce(v.backorder, p.backorder) = ${kind})
    when p.backorder = ${kind} then ${number('p.stock', engine)} end`
}

/** The product of an item, by its id. SQLite otherwise reads all products on sale in the order of the index, and PostgreSQL hashes them all. */
function productOf(engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`cross join products p on p.id = c.id`
    : sql`cross join lateral (select id, stock, on_sale, backorder from products where id = c.id offset 0) as p`
}

/** The next items: products on sale and off sale and variants on sale, each from its index, merged. */
function itemsInOrder(engine: Engine, filters: StockFilters, { after, items }: Step): RawBuilder<unknown> {
  const { ids, sku, stockAtMost, onSale } = filters
  const stock = number('stock', engine)
  const sales = onSale === undefined ? [1, 0] : [Number(onSale)]
  const sources = [
    ...sales.map(sale => ({ table: sql`products where on_sale = ${sql.lit(sale)}`, id: sql.ref('id') })),
    { table: sql`variants where on_sale = 1`, id: sql.ref('product_id') },
  ]
  const parts = sources.flatMap(({ table, id }) =>
    // SQLite compares no row of two values by an index of an expression.
    rangesAfter(after, { stock, id, engine }).map(range => {
      const conditions = [
        range,
        ...(stockAtMost === undefined ? [] : [sql`${stock} <= ${decimalOf(stockAtMost, engine)}`]),
        ...(ids === undefined ? [] : [ids.length === 0 ? sql`false` : sql`${id} in (${sql.join(ids)})`]),
        ...(sku === undefined
          ? []
          : [
              sql`${id} in (
          select id from products where sku = ${sku} union select product_id from variants where sku = ${sku})`,
            ]),
      ]
      return sql`select * from (
        select ${stock} as stock, ${id} as id from ${table} and ${sql.join(conditions, sql` and `)}
        order by ${stock}, ${id} limit ${items}) as part`
    }),
  )
  return sql`select stock, id from (${sql.join(parts, sql` union all `)}) as merged order by stock, id limit ${items}`
}

/** What comes after a place: further ids with the same stock, and greater stocks. */
function rangesAfter(
  after: StockKey | undefined,
  { stock, id, engine }: { stock: RawBuilder<unknown>; id: RawBuilder<unknown>; engine: Engine },
): RawBuilder<unknown>[] {
  if (after === undefined) return [sql`true`]
  const [afterStock, afterId] = after
  const given = decimalOf(afterStock, engine)
  return [sql`${stock} = ${given} and ${id} > ${afterId}`, sql`${stock} > ${given}`]
}

/** The expression of the indexes. */
function number(column: string, engine: Engine): RawBuilder<unknown> {
  return sql`cast(${sql.ref(column)} as ${typeOf(engine)})`
}

function decimalOf(text: string, engine: Engine): RawBuilder<unknown> {
  return sql`cast(${sql.val(text)} as ${typeOf(engine)})`
}

function typeOf(engine: Engine): RawBuilder<unknown> {
  return engine === 'sqlite' ? sql`real` : sql`numeric`
}
