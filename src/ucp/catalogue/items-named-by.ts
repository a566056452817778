/** Lookup of products by ids of products and variants. */

import type { ItemKey } from '../../catalog/stock/item-key.ts'
import { isInRange, type PriceRange } from './price-range.ts'
import type { ShownItem } from './product.document.ts'
import { featuredOf, type SoldItem, type SoldProduct } from './sold-product.ts'

/** A product with the items that ids of a request name. */
export interface FoundProduct {
  product: SoldProduct
  /** In the order of the ids, each once, with the ids that name it; without those whose price is not in the range. */
  items: ShownItem[]
}

/** The items of a product that ids name. */
export interface NamedItems extends FoundProduct {
  /** Ids that name the product or one of its items, also where a price is not in the range. */
  knownIds: string[]
}

/**
 * Returns the items of a product that ids name: the id of a variant that one, the id of a product its first available item, else its first.
 * @param keys what each id names, of this product and others
 */
export function itemsNamedBy(
  keys: ReadonlyMap<string, ItemKey>,
  product: SoldProduct,
  prices: PriceRange | null,
): NamedItems {
  const isShown = ({ price }: SoldItem) => prices === null || isInRange(price, prices)
  const named = new Map<SoldItem, ShownItem & Required<Pick<ShownItem, 'inputs'>>>()
  const knownIds: string[] = []
  for (const [id, key] of keys) {
    if (key.productId !== product.productId) continue
    const own = product.items.find(({ variantId }) => variantId === key.variantId)
    if (!own && key.variantId !== 0) continue
    knownIds.push(id)
    const item = own ?? featuredOf(product.items.filter(isShown))
    if (!item || !isShown(item)) continue
    const shown = named.get(item) ?? { ...item, inputs: [] }
    shown.inputs.push({ id, match: own ? 'exact' : 'featured' })
    named.set(item, shown)
  }
  return { product, items: [...named.values()], knownIds }
}
