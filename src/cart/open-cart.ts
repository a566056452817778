/** Opens an owner's cart for an answer: read, check that the token still stands for somebody, price, present. */

import { requireStanding } from '../auth/access.ts'
import type { Owner } from '../auth/identity.ts'
import type { Shop } from '../shop/shop.ts'
import { type CartDocument, presentCart } from './cart.document.ts'
import type { Cart } from './cart.ts'
import { priceCart } from './price-cart.ts'

/** A cart as it is now, with the shop of the same revision. */
export interface OpenCart {
  cart: Cart
  shop: Shop
  document: CartDocument
}

interface Sources {
  loadCart: (owner: Owner) => Promise<Cart>
  loadShop: (revision: number) => Promise<{ revision: number; shop: Shop }>
  /** Milliseconds since the epoch. */
  now: () => number
  publicUrl: string
}

/** @throws Refusal 401 when the customer is not active or the guest is cancelled */
export type OpenCartOf = (owner: Owner) => Promise<OpenCart>

/** Makes the function that every cart endpoint ends with. */
export function cartOpener({ loadCart, loadShop, now, publicUrl }: Sources): OpenCartOf {
  return async owner => {
    for (;;) {
      const cart = await loadCart(owner)
      requireStanding(owner, cart)
      const { revision, shop } = await loadShop(cart.shopRevision)
      // An import came in between: prices of one revision are never shown with settings of another.
      if (revision !== cart.shopRevision) continue
      return { cart, shop, document: presentCart(priceCart(cart, shop, now()), shop, publicUrl) }
    }
  }
}
