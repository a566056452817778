/** Loads a cart, the products of its lines, and the shop, all of one revision of the shop. */

import type { LoadProducts } from '../catalog/products.store.ts'
import { retryOnImport } from '../shop/retry-on-import.ts'
import type { LoadShop } from '../shop/shop.store.ts'
import type { ShopSnapshot } from '../shop/shop.ts'
import { type Cart, type StoredCart, withProducts } from './cart.ts'

/** A cart and the shop snapshot of the same revision. */
export interface ConsistentCart {
  /** The cart as stored, without products. */
  stored: StoredCart
  cart: Cart
  snapshot: ShopSnapshot
}

interface Sources {
  /** Reads the stored cart; called again after each import that comes in between. */
  loadStored: () => Promise<StoredCart>
  loadShop: LoadShop
  loadProducts: LoadProducts
}

/**
 * Loads a consistent cart.
 * @throws Refusal 503 `database_busy` when imports change the shop faster than it can be read
 */
export function loadConsistentCart({ loadStored, loadShop, loadProducts }: Sources): Promise<ConsistentCart> {
  return retryOnImport(async () => {
    const stored = await loadStored()
    const snapshot = await loadShop(stored.shopRevision)
    const ids = stored.lines.map(({ productId }) => productId)
    const products = await loadProducts(ids, stored.shopRevision)
    if (snapshot.revision !== stored.shopRevision || !products) return undefined
    // The uses were counted for the campaigns of an earlier revision.
    if (snapshot.limitedCampaigns !== stored.limitedCampaigns) return undefined
    return { stored, cart: withProducts(stored, products), snapshot }
  })
}
