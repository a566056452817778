/** The stock guard: whether held carts reserve stock, and orders subtract it. */

import type { ShopSettings } from '../../shop/shop.ts'

/** Whether the guard counts: it is on, and the shop does not sell at negative stock. */
export function countsStock({
  stockGuard,
  sellAtNegativeStock,
}: Pick<ShopSettings, 'stockGuard' | 'sellAtNegativeStock'>): boolean {
  return stockGuard === true && !sellAtNegativeStock
}
