/** Session users: resolves a web session's owner to its identity and cart. */

import type { Owner } from '../../auth/identity.ts'
import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import type { PresentedCart, ReadCart } from '../../cart/read-cart.ts'
import { Refusal } from '../../errors.ts'

/** The user of a web session; `none` without a valid session. */
export type SessionUser<Cart = CartDocument> =
  | { identity: 'none' }
  | { identity: 'guest'; cart: Cart }
  | { identity: 'member'; customerId: number; cart: Cart }

/** Resolves a session's owner. An owner that has become inactive since the handoff resolves to `none`. */
export type FindSessionUser<Cart = CartDocument> = (owner: Owner | undefined) => Promise<SessionUser<Cart>>

/** Creates the function that finds the user of a session. @param show returns the cart as it is shown: the document for the session endpoint */
export function createSessionUserFinder<Cart>(
  readCart: ReadCart,
  show: (cart: PresentedCart) => Cart,
): FindSessionUser<Cart> {
  return async owner => {
    if (!owner) return { identity: 'none' }
    try {
      return presentUser(owner, show(await readCart({ owner, channel: 'web' })))
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { identity: 'none' }
      throw error
    }
  }
}

/** Presents a session's owner with the cart. */
export function presentUser<Cart>(owner: Owner, cart: Cart): SessionUser<Cart> {
  return owner.kind === 'guest'
    ? { identity: 'guest', cart }
    : { identity: 'member', customerId: owner.customerId, cart }
}
