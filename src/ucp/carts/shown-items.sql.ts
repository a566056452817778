/** What names the items of an agent's cart in answers. */

import { type ItemKey, itemKeyOf } from '../../catalog/stock/item-key.ts'
import type { Queries } from '../../db/database.ts'
import { type ItemIdKind, itemIdOf } from '../item-id.ts'
import { loadItemNames, titleOf } from '../items.sql.ts'
import type { ShownItem } from './cart.document.ts'

/** Loads the ids and titles of items, by `itemKeyOf`. */
export async function loadShownItems(
  queries: Queries,
  keys: readonly ItemKey[],
  kind: ItemIdKind,
): Promise<Map<string, ShownItem>> {
  const names = await loadItemNames(queries, keys)
  return new Map(
    [...names.values()].map(each => [itemKeyOf(each), { id: itemIdOf(each, kind), title: titleOf(each) }] as const),
  )
}
