/** Keys of owners: the statement parameters that say whose cart, session or checkout a statement reads or writes. */

import { type CartOwner, cartIdOf, customerIdOf, externalIdOf } from './identity.ts'

/** Makes a type nominal: an object literal, or an object that a key was spread into, has no private member. */
declare class MadeByKeyOf {
  private readonly isMadeByKeyOf: true
}

/**
 * The key of an owner, which this file alone makes. It is an argument of its own of every statement (`statementOfOwner`), so that no other
 * value of a request can take its place. `customerId` is null for a guest and for an agent's cart, `externalId` for every owner whose token does not name an
 * external id.
 */
export type OwnerKey = MadeByKeyOf & {
  readonly cartId: string
  readonly customerId: number | null
  readonly externalId: string | null
}

/** Names of the parameters that statements take from an owner's key, and from nothing else. */
export const OWNER_PARAMETERS = ['cartId', 'customerId', 'externalId'] as const

/** Returns the key of an owner. */
export function keyOf(owner: CartOwner): OwnerKey {
  return keyWith({ cartId: cartIdOf(owner), customerId: customerIdOf(owner), externalId: externalIdOf(owner) })
}

/** Returns the key by which a cart is read as if another customer had it, or a guest. It is for statements that read. */
export function keyAsOf(owner: CartOwner, customerId: number | null): OwnerKey {
  return keyWith({ cartId: cartIdOf(owner), customerId, externalId: null })
}

function keyWith(key: { [K in (typeof OWNER_PARAMETERS)[number]]: OwnerKey[K] }): OwnerKey {
  return Object.freeze(key) as OwnerKey
}
