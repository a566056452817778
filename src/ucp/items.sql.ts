/** Items that agents name by their ids, and what names them in answers. */

import { sql } from 'kysely'
import { findItemsBySku } from '../catalog/skus.sql.ts'
import { type ItemKey, itemKeyOf } from '../catalog/stock/item-key.ts'
import type { Queries } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import { prepared } from '../db/prepared-statements.ts'
import { type ItemIdKind, parseItemId } from './item-id.ts'

/**
 * Finds what item ids name: keys by id. Ids that name nothing are left out: those of another form, and SKUs of none or of several products and
 * variants. Of the kind `id` no database is asked, and the item need not exist.
 */
export async function findItemKeys(
  queries: Queries,
  ids: readonly string[],
  kind: ItemIdKind,
): Promise<Map<string, ItemKey>> {
  const found = kind === 'id' ? parseAll(ids) : await findItemsBySku(queries, ids)
  return new Map([...found].flatMap(([id, [key, another]]) => (key && !another ? [[id, key] as const] : [])))
}

function parseAll(ids: readonly string[]): Map<string, ItemKey[]> {
  return new Map(ids.map(id => [id, [parseItemId(id)].filter(key => key !== undefined)]))
}

/** The names of an item, and its SKU. */
export interface ItemNames extends ItemKey {
  productName: string
  /** Null for a product. */
  variantName: string | null
  sku: string | null
}

/** Loads the names of items that exist, by `itemKeyOf`. */
export async function loadItemNames(queries: Queries, keys: readonly ItemKey[]): Promise<Map<string, ItemNames>> {
  if (keys.length === 0) return new Map()
  const rows = await selectNames(queries, {
    keys: JSON.stringify(keys.map(({ productId, variantId }) => ({ p: productId, v: variantId }))),
  })
  return new Map(rows.map(row => [itemKeyOf(row), row]))
}

/** Returns the title of an item: `Shirt`, or `Shirt (blue)` of a variant. */
export function titleOf({ productName, variantName }: Pick<ItemNames, 'productName' | 'variantName'>): string {
  return variantName === null ? productName : `${productName} (${variantName})`
}

const selectNames = prepared<{ keys: string }, ItemNames>(
  (parameter, engine) => sql`
    select k.p as "productId", k.v as "variantId", p.name as "productName", v.name as "variantName",
      case when k.v = 0 then p.sku else v.sku end as sku
    from ${jsonRows(parameter('keys'), 'k', { columns: { p: 'bigint', v: 'bigint' }, engine })}
    join products p on p.id = k.p
    left join variants v on v.product_id = k.p and v.id = k.v
    where k.v = 0 or v.id is not null`,
)
