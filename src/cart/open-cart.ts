/** Opens an owner's cart for an answer: read, check that the token still stands for somebody, price, present. */

import { requireStanding } from '../auth/access.ts'
import type { Owner } from '../auth/identity.ts'
import type { ShopSnapshot } from '../shop/shop.ts'
import { type CartDocument, presentCart } from './cart.document.ts'
import type { Cart } from './cart.ts'
import type { KeepInUse } from './note-use.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/** A cart as it is now, with the shop of the same revision. */
export interface OpenCart {
  cart: Cart
  priced: PricedCart
  document: CartDocument
}

interface Sources {
  loadCart: (owner: Owner) => Promise<Cart>
  keepInUse: KeepInUse
  loadShop: (revision: number) => Promise<ShopSnapshot>
  /** Milliseconds since the epoch. */
  now: () => number
  publicUrl: string
}

/**
 * Opens the cart of an owner, as just read where it is given.
 * @throws Refusal 401 when the customer is not active or the guest is cancelled
 */
export type OpenCartOf = (owner: Owner, cart?: Cart) => Promise<OpenCart>

/** Makes the function that every cart endpoint ends with. */
export function cartOpener({ loadCart, keepInUse, loadShop, now, publicUrl }: Sources): OpenCartOf {
  return async (owner, known) => {
    for (let given = known; ; given = undefined) {
      const cart = given ?? (await loadCart(owner))
      requireStanding(owner, cart)
      // A write has noted itself.
      if (!given && !(await keepInUse(owner, cart, now()))) continue
      const snapshot = await loadShop(cart.shopRevision)
      // An import came in between: prices of one revision are never shown with settings of another.
      if (snapshot.revision !== cart.shopRevision) continue
      const priced = priceCart(cart, snapshot, now())
      return { cart, priced, document: presentCart(priced, snapshot.shop, publicUrl) }
    }
  }
}
