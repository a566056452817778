/** Why an item cannot be taken into an agent's cart, or be ordered from it. */

import type { CartLine } from '../../cart/cart.ts'
import { isAvailableForSale, stockedItem } from '../../catalog/availability.ts'
import type { ShopSettings } from '../../shop/shop.ts'

/** Codes of messages about an item. */
export type UnavailableCode = 'item_unavailable' | 'out_of_stock'

/**
 * Explains why the item of a line is unavailable: off sale, or without stock, as `availableForSale` of carts tells it.
 * @returns null for an item that can be ordered
 */
export function explainUnavailable(
  { product, variant, itemStock }: CartLine,
  settings: ShopSettings,
): UnavailableCode | null {
  const item = stockedItem(product, variant)
  if (!item.onSale) return 'item_unavailable'
  const stock = itemStock?.available ?? item.stock
  return isAvailableForSale({ ...item, stock }, settings) ? null : 'out_of_stock'
}
