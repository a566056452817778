/** Whether an item can be ordered right now (specification 2.4). */

import { type Decimal, zero } from '../money/money.ts'

/** The item of a line: the variant on a variant line, else the product. */
export interface StockedItem {
  /** False once the shop withdrew the product, or the variant, from sale. */
  onSale: boolean
  stock: Decimal
}

/** True for every item while the shop sells at negative stock; else for items on sale with stock left. */
export function isAvailableForSale({ onSale, stock }: StockedItem, sellAtNegativeStock: boolean): boolean {
  return sellAtNegativeStock || (onSale && stock.gt(zero))
}
