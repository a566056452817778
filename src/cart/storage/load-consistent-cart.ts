/** Loads a cart, the products of its lines, and the shop, all of one revision of the shop. */

import type { LoadProducts } from '../../catalog/products.store.ts'
import { countsStock } from '../../catalog/stock/counts-stock.ts'
import type { ItemKey } from '../../catalog/stock/item-key.ts'
import type { ItemStocks } from '../../catalog/stock/item-stock.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import type { ShopSnapshot } from '../../shop/shop.ts'
import { type Cart, itemOf, type StoredCart, withProducts, withStocks } from '../cart.ts'

/** A cart and the shop snapshot of the same revision. */
export interface ConsistentCart {
  /** The cart as stored, without products. */
  stored: StoredCart
  cart: Cart
  snapshot: ShopSnapshot
}

interface Sources {
  /** Reads the stored cart again, after an import that came in between. */
  reload: () => Promise<StoredCart>
  loadShop: LoadShop
  loadProducts: LoadProducts
  /** Loads the stocks of items for this cart as of now. */
  loadStocks: (items: readonly ItemKey[]) => Promise<ItemStocks>
}

/**
 * Loads the shop and the products of a stored cart, all of one revision of the shop, and their stocks as of now while the stock guard counts.
 * @throws Refusal 503 `database_busy` when imports change the shop faster than it can be read
 */
export function loadConsistentCart(
  first: StoredCart,
  { reload, loadShop, loadProducts, loadStocks }: Sources,
): Promise<ConsistentCart> {
  let next = async () => first
  return retryOnImport(async () => {
    const stored = await next()
    next = reload
    const snapshot = await loadShop(stored.shopRevision)
    const ids = stored.lines.map(({ productId }) => productId)
    const products = await loadProducts(ids, stored.shopRevision)
    if (snapshot.revision !== stored.shopRevision || !products) return undefined
    // The uses, orders and holds were counted for the campaigns of an earlier revision.
    if (snapshot.limitedCampaigns !== stored.limitedCampaigns) return undefined
    if (snapshot.limitedPerCustomer !== stored.limitedPerCustomer) return undefined
    if (snapshot.countsOrders !== stored.countsOrders || snapshot.holdLimit !== stored.holdLimit) return undefined
    const cart = withProducts(stored, products)
    if (!countsStock(snapshot.shop.settings)) return { stored, cart, snapshot }
    return { stored, cart: withStocks(cart, await loadStocks(cart.lines.map(itemOf))), snapshot }
  })
}
