/** Stock of items as one cart sees it while the stock guard counts. */

import type { Decimal } from '../../money/money.ts'

/** Stock of an item. */
export interface ItemStock {
  /** As stored. */
  stock: Decimal
  /** Without what other carts have reserved; below zero where the shop has less than that. */
  available: Decimal
}

/** Stocks of items, by `itemKeyOf`. Items that do not exist have none. */
export type ItemStocks = ReadonlyMap<string, ItemStock>
