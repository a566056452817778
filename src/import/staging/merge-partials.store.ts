/** Merges staged offers that their file says only in part with the stored ones. Runs inside the import's transaction. */

import { sql } from 'kysely'
import type { Discount } from '../../catalog/price.ts'
import { readTierPrices, writeTierPrices } from '../../catalog/read-priced.ts'
import type { Queries } from '../../db/database.ts'
import { jsonRows } from '../../db/json-rows.ts'
import type { PartialOffer } from '../../shop-file/imported-records.ts'
import { type MergeFault, mergePartial } from './merge-partial.ts'

/** Rows per statement, so that memory stays bounded. */
const ROWS_PER_STATEMENT = 5_000

/** A row whose stock, or number of prices by quantity, would be out of bounds. */
export interface FaultyPartial {
  file: number
  place: string
  fault: MergeFault
}

interface PartialRow {
  position: number
  file: number
  place: string
  kept: string
  partial: string
  price: string | null
  discount: string | null
  stock: string
  tier_prices: string | null
  stored_price: string | null
  stored_discount: string | null
  stored_stock: string
  stored_tier_prices: string | null
  sells_negative: number
}

/** Rows of statements by JSON. */
const columns = {
  position: 'bigint',
  price: 'text',
  discount: 'text',
  stock: 'text',
  tier_prices: 'text',
  kept: 'text',
} as const

/**
 * Merges all partial offers.
 * @param sellsNegative whether the shop sells at negative stock
 * @returns the rows that cannot be merged
 */
export async function mergePartials(queries: Queries, sellsNegative: boolean): Promise<FaultyPartial[]> {
  return [
    ...(await mergeTable(queries, 'products', sellsNegative)),
    ...(await mergeTable(queries, 'variants', sellsNegative)),
  ]
}

async function mergeTable(
  queries: Queries,
  table: 'products' | 'variants',
  sellsNegative: boolean,
): Promise<FaultyPartial[]> {
  const faults: FaultyPartial[] = []
  for (let after = 0; ; ) {
    const rows = await readPartials(queries, table, after)
    if (rows.length === 0) return faults
    const merged = rows.flatMap(row => {
      const offer = mergeRow(row, sellsNegative)
      if (typeof offer !== 'string') return { position: row.position, ...offer }
      faults.push({ file: row.file, place: row.place, fault: offer })
      return []
    })
    await writeMerged(queries, table, merged)
    after = rows.at(-1)?.position ?? Number.POSITIVE_INFINITY
  }
}

/** Whether an item is sold at any stock after the import; null for a variant with the value of its product. */
const ownBackorder = sql`case when s.kept like '%,backorder,%' then t.backorder else s.backorder end`

/** That of a variant's product. */
const productBackorder = sql`(
  select case when f.id is null or f.kept like '%,backorder,%' then p.backorder else f.backorder end
  from products p left join staged_products f on f.id = p.id where p.id = t.product_id)`

async function readPartials({ kysely }: Queries, table: 'products' | 'variants', after: number): Promise<PartialRow[]> {
  const isSame = table === 'products' ? sql`t.id = s.id` : sql`t.product_id = s.product_id and t.id = s.id`
  const backorder = table === 'products' ? ownBackorder : sql`coalesce(${ownBackorder}, ${productBackorder})`
  const { rows } = await sql<PartialRow>`
    select s.position, s.file, s.place, s.kept, s.partial, s.price, s.discount, s.stock, s.tier_prices,
      t.price as stored_price, t.discount as stored_discount, t.stock as stored_stock,
      t.tier_prices as stored_tier_prices, ${backorder} as sells_negative
    from ${sql.table(`staged_${table}`)} s join ${sql.table(table)} t on ${isSame}
    where s.partial is not null and s.position > ${after} and (s.partial not like '{"paid":%' or t.discount is not null)
    order by s.position limit ${sql.lit(ROWS_PER_STATEMENT)}`.execute(kysely)
  return rows
}

function mergeRow(row: PartialRow, sellsNegative: boolean) {
  const isSaid = (column: string) => !row.kept.includes(`,${column},`)
  const offer = mergePartial(
    {
      price: row.stored_price,
      discount: parse<Discount>(row.stored_discount),
      stock: row.stored_stock,
      tierPrices: readTierPrices(row.stored_tier_prices),
    },
    {
      ...(isSaid('price') && { price: row.price }),
      ...(isSaid('discount') && { discount: parse<Discount>(row.discount) }),
      ...(isSaid('stock') && { stock: row.stock }),
      ...(isSaid('tier_prices') && { tierPrices: readTierPrices(row.tier_prices) }),
    },
    JSON.parse(row.partial) as PartialOffer,
    sellsNegative || row.sells_negative === 1,
  )
  if (typeof offer === 'string') return offer
  const { price, discount, stock, tierPrices } = offer
  const kept = MERGED.reduce((names, name) => names.replace(`,${name},`, ','), row.kept)
  return {
    ...{ price, discount: discount && JSON.stringify(discount), stock, kept },
    tier_prices: writeTierPrices(tierPrices),
  }
}

/** Columns whose values are those of the merged offer. */
const MERGED = ['price', 'discount', 'stock', 'tier_prices']

async function writeMerged(
  { engine, kysely }: Queries,
  table: 'products' | 'variants',
  merged: object[],
): Promise<void> {
  if (merged.length === 0) return
  const staged = sql.table(`staged_${table}`)
  await sql`
    update ${staged} set price = k.price, discount = k.discount, stock = k.stock, tier_prices = k.tier_prices, kept = k.kept
    from ${jsonRows(JSON.stringify(merged), 'k', { columns, engine })}
    where ${staged}.position = k.position`.execute(kysely)
}

function parse<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T)
}
