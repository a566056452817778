/** Who a browser's web session is, and the cart that goes with it. */

import type { Owner } from '../../auth/identity.ts'
import type { CartDocument } from '../../cart/cart.document.ts'
import type { ReadCart } from '../../cart/read-cart.ts'
import { Refusal } from '../../errors.ts'

export type SessionUser =
  | { identity: 'none' }
  | { identity: 'guest'; cart: CartDocument }
  | { identity: 'member'; customerId: number; cart: CartDocument }

/** Finds the visitor behind a session's owner. Whoever has lost standing since the handoff is nobody. */
export type FindSessionUser = (owner: Owner | undefined) => Promise<SessionUser>

/** Makes the function that the session endpoint and the web pages answer by. */
export function createSessionUserFinder(readCart: ReadCart): FindSessionUser {
  return async owner => {
    if (!owner) return { identity: 'none' }
    try {
      const { document: cart } = await readCart(owner)
      return owner.kind === 'guest'
        ? { identity: 'guest', cart }
        : { identity: 'member', customerId: owner.customerId, cart }
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { identity: 'none' }
      throw error
    }
  }
}
