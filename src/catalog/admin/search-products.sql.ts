/** Finds products by what people type: words of the name, the beginning of a SKU, or a part of the brand. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../db/database.ts'
import { textAfter } from '../../schema/text-after.ts'
import { wordsOf } from '../names/folded-name.ts'
import { type FoundProducts, findProducts } from '../names/found-products.sql.ts'

/** Products that a search reads of those with such a brand, or with such a SKU. */
const MAX_OTHERS = 500

/** What is searched for. */
export interface ProductSearch {
  text: string
  /** Brands that contain the text, as they are compared. */
  brands: readonly string[]
}

/** Finds products after an id. @param page `count`: maximum number of those whose names are found */
export async function searchProducts(
  queries: Queries,
  { text, brands }: ProductSearch,
  { after, count, now }: { after: number; count: number; now: number },
): Promise<FoundProducts> {
  const sought = { words: wordsOf(text), prices: null, itemId: 'id', sale: 'any', now } as const
  const parts = [
    await findProducts(queries, sought, { after, count }),
    await findOthers(queries, withSkus(queries, text, after)),
    ...(brands.length > 0 ? [await findOthers(queries, withBrands(brands, after))] : []),
  ]
  // Products behind the end of a part come with the next page, in their order.
  const ends = parts.flatMap(({ comparedTo }) => (comparedTo === null ? [] : [comparedTo]))
  const end = Math.min(...ends)
  const ids = [...new Set(parts.flatMap(part => part.ids))].filter(id => id <= end).sort((a, b) => a - b)
  return { ids, comparedTo: ends.length === 0 ? null : end }
}

async function findOthers({ kysely }: Queries, found: RawBuilder<unknown>): Promise<FoundProducts> {
  const { rows } = await sql<{ id: number }>`
    select distinct id from (${found}) as found order by id limit ${sql.lit(MAX_OTHERS)}`.execute(kysely)
  const ids = rows.map(({ id }) => id)
  return { ids, comparedTo: ids.length < MAX_OTHERS ? null : (ids.at(-1) ?? null) }
}

/** The products with a SKU of the range, or with a variant that has one: of many, those whose SKUs come first. */
function withSkus({ engine }: Queries, text: string, after: number): RawBuilder<unknown> {
  const folded = text.trim().replace(/[A-Z]/g, letter => letter.toLowerCase())
  const sku = engine === 'postgres' ? sql`lower(sku collate "C")` : sql`lower(sku)`
  const end = textAfter(folded)
  const part = (table: string, id: string) => sql`
    select ${sql.ref(id)} as id from (
      select ${sql.ref(id)} from ${sql.table(table)}
      where sku is not null and ${sku} >= ${folded} ${end === undefined ? sql`` : sql`and ${sku} < ${end}`}
      order by ${sku} limit ${sql.lit(MAX_OTHERS)}
    ) as first where ${sql.ref(id)} > ${after}`
  return sql`${part('products', 'id')} union all ${part('variants', 'product_id')}`
}

function withBrands(brands: readonly string[], after: number): RawBuilder<unknown> {
  const each = brands.map(
    brand => sql`
      select * from (
        select product_id as id from product_terms
        where kind = 'brand' and folded = ${brand} and product_id > ${after} order by product_id limit ${sql.lit(MAX_OTHERS)}
      ) as branded`,
  )
  return sql.join(each, sql` union all `)
}
