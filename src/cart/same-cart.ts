/** Comparison of carts that were read at different times. */

import { isDeepStrictEqual } from 'node:util'
import type { StoredCart } from './cart.ts'

/** Whether a cart is still the one that was priced, apart from the uses of promotions and the times of its row. */
export function isSameCart(current: StoredCart, priced: StoredCart): boolean {
  const uncompared = { uses: null, usedAt: null, changedAt: null, limitedCampaigns: null }
  return isDeepStrictEqual({ ...current, ...uncompared }, { ...priced, ...uncompared })
}

/** Whether the same uses of promotions were counted. */
export function hasSameUses({ uses: some }: StoredCart, { uses: others }: StoredCart): boolean {
  return isDeepStrictEqual(some, others)
}
