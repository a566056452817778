/** What an opening of a link brings: which items of a link are added to the visitor's cart, and what is remembered of them. */

import { type BroughtQuantities, broughtItemName } from '../../cart/brought/brought-items.ts'
import { MAX_QUANTITY } from '../../cart/cart.ts'
import type { ItemKey } from '../../catalog/stock/item-key.ts'

/** Items that are remembered of one link: those that left it longest ago are forgotten first. */
const MAX_REMEMBERED = 5_000

/** An item with a quantity. `variantId` is 0 for a product without variants. */
export interface CountedItem extends ItemKey {
  quantity: number
}

/** What is known before an opening brings something. */
export interface Bringing {
  /** The items of the link that can be brought, in their order. */
  items: readonly CountedItem[]
  /** The items of the visitor's cart. */
  present: readonly CountedItem[]
  /** What earlier openings have brought. */
  brought: BroughtQuantities
  /** Maximum number of lines of a cart. */
  maxLines: number
}

/** Items to add, and what is remembered afterwards. */
export interface Brings {
  added: CountedItem[]
  brought: BroughtQuantities
}

/**
 * Decides what an opening brings: of each item what exceeds the most that was brought so far. A line takes at most the maximum quantity, and a
 * full cart no further line; an item for which there was no line is not remembered.
 */
export function decideBringing({ items, present, brought, maxLines }: Bringing): Brings {
  const inCart = new Map(present.map(item => [broughtItemName(item), item.quantity]))
  const remembered = new Map(brought)
  const added: CountedItem[] = []
  for (const item of items) {
    const key = broughtItemName(item)
    const more = item.quantity - (brought.get(key) ?? 0)
    if (more <= 0 || (!inCart.has(key) && inCart.size >= maxLines)) continue
    const had = inCart.get(key) ?? 0
    const quantity = Math.min(more, MAX_QUANTITY - had)
    if (quantity > 0) added.push({ ...item, quantity })
    inCart.set(key, had + quantity)
    // Deleted first, so that the items of today are the last of the map.
    remembered.delete(key)
    remembered.set(key, item.quantity)
  }
  return { added, brought: new Map([...remembered].slice(-MAX_REMEMBERED)) }
}
