/** Finds items by SKU, which several may have. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { ItemKey } from './stock/item-key.ts'

/** Finds the products and variants of SKUs, on sale or not: at most two products and two variants each, which tells that a SKU is not unique. */
export async function findItemsBySku(queries: Queries, skus: Iterable<string>): Promise<Map<string, ItemKey[]>> {
  const unique = new Set(skus)
  if (unique.size === 0) return new Map()
  const rows = await selectSkus(queries, { keys: JSON.stringify([...unique].map(sku => ({ sku }))) })
  return new Map(rows.map(({ sku, products, variants }) => [sku, [...toItemKeys(products), ...toItemKeys(variants)]]))
}

/** Reads ids that a statement has joined: of products, such as `7,12`, or of variants, such as `7 1,7 2`; null for none. */
export function toItemKeys(ids: string | null): ItemKey[] {
  return (ids?.split(',') ?? []).map(each => {
    const [productId = 0, variantId = 0] = each.split(' ').map(Number)
    return { productId, variantId }
  })
}

/** A SKU with the ids of its first two products and of its first two variants. */
interface SkuRow {
  sku: string
  products: string | null
  variants: string | null
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
