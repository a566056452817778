/** Availability of items for sale (specification 2.4). */

import { type Decimal, zero } from '../money/money.ts'

/** The item of a cart line: the variant, or the product of a line without a variant. */
export interface StockedItem {
  /** False when the shop has withdrawn the product or the variant from sale. */
  onSale: boolean
  stock: Decimal
}

/** Returns true for an item on sale with stock above zero, and for every item of a shop that sells at negative stock. */
export function isAvailableForSale(
  { onSale, stock }: StockedItem,
  { sellAtNegativeStock }: { sellAtNegativeStock: boolean },
): boolean {
  return sellAtNegativeStock || (onSale && stock.gt(zero))
}
