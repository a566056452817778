/** Keys of rate limits: requests are counted for the person whom a token names, over all tokens. */

import { hash } from 'node:crypto'
import { cartIdOf, type Owner } from './identity.ts'

/** Keys by the owner of a verified token, which the cache of tokens keeps: no key outlives its token. */
const known = new WeakMap<Owner, string>()

/** Returns the key of an owner: of equal length for each, and without a customer's number or a guest's id. */
export function ownerKeyOf(owner: Owner): string {
  const key = known.get(owner) ?? hash('sha256', cartIdOf(owner), 'base64url')
  known.set(owner, key)
  return key
}

/** Returns the key by which lookups of an external id are counted. No owner has the same. */
export function externalIdKeyOf(externalId: string): string {
  return hash('sha256', `external:${externalId}`, 'base64url')
}
