/** Opens an owner's cart for an answer: read, check that the token still stands for somebody, price, present. */

import { requireActiveOwner } from '../auth/access.ts'
import type { Owner } from '../auth/identity.ts'
import type { LoadProducts } from '../catalog/products.store.ts'
import { refusal } from '../errors.ts'
import type { ShopSnapshot } from '../shop/shop.ts'
import { type CartDocument, presentCart } from './cart.document.ts'
import { type Cart, type StoredCart, withProducts } from './cart.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import type { TouchIfDue } from './touch-cart.ts'

/** A cart as it is now, with the shop of the same revision. */
export interface PresentedCart {
  cart: Cart
  priced: PricedCart
  document: CartDocument
}

interface Sources {
  loadCart: (owner: Owner) => Promise<StoredCart>
  touchIfDue: TouchIfDue
  loadShop: (revision: number) => Promise<ShopSnapshot>
  loadProducts: LoadProducts
  /** Milliseconds since the epoch. */
  now: () => number
  publicUrl: string
}

/**
 * Opens the cart of an owner, as just read where it is given.
 * @throws Refusal 401 when the customer is not active or the guest is cancelled
 */
export type ReadCart = (owner: Owner, cart?: StoredCart) => Promise<PresentedCart>

/** How often a cart is read while imports come in between. */
const MAX_READS = 20

/** Makes the function that every cart endpoint ends with. */
export function createCartReader({ loadCart, touchIfDue, loadShop, loadProducts, now, publicUrl }: Sources): ReadCart {
  return async (owner, known) => {
    let isKept = known !== undefined
    for (let read = 0; read < MAX_READS; read++) {
      const stored = (read === 0 && known) || (await loadCart(owner))
      requireActiveOwner(owner, stored)
      // A write has noted itself; a cart that was about to be deleted is read again.
      if (!isKept) {
        isKept = true
        if (!(await touchIfDue(owner, stored, now()))) continue
      }
      const snapshot = await loadShop(stored.shopRevision)
      const products = await loadProducts(
        stored.lines.map(({ productId }) => productId),
        stored.shopRevision,
      )
      // An import came in between: prices of one revision are never shown with settings of another.
      if (snapshot.revision !== stored.shopRevision || !products) continue
      const cart = withProducts(stored, products)
      const priced = priceCart(cart, snapshot, now())
      return { cart, priced, document: presentCart(priced, snapshot.shop, publicUrl) }
    }
    throw refusal('database_busy', 'Imports change the shop faster than a cart can be read.', { 'Retry-After': '1' })
  }
}
