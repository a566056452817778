/** Session users: resolves a web session's owner to its identity and cart. */

import type { Owner } from '../../auth/identity.ts'
import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import type { PresentedCart, ReadCart } from '../../cart/read-cart.ts'
import { Refusal } from '../../errors.ts'

/** The user of a web session; `none` without a valid session. */
export type SessionUser =
  | { identity: 'none' }
  | { identity: 'guest'; cart: CartDocument }
  | { identity: 'member'; customerId: number; cart: CartDocument }

/** Resolves a session's owner. An owner that has become inactive since the handoff resolves to `none`. */
export type FindSessionUser = (owner: Owner | undefined) => Promise<SessionUser>

/** Creates the function that the session endpoint and the web pages share. */
export function createSessionUserFinder(readCart: ReadCart): FindSessionUser {
  return async owner => {
    if (!owner) return { identity: 'none' }
    try {
      return presentUser(owner, await readCart({ owner, channel: 'web' }))
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return { identity: 'none' }
      throw error
    }
  }
}

/** Presents a session's owner with the cart. */
export function presentUser(owner: Owner, { document: cart }: Pick<PresentedCart, 'document'>): SessionUser {
  return owner.kind === 'guest'
    ? { identity: 'guest', cart }
    : { identity: 'member', customerId: owner.customerId, cart }
}
