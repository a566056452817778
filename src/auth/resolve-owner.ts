/** Resolves the owner of a verified token: what a token says about a session or an external id, the database must confirm. */

import { type AccessToken, inactiveOwner, unauthorised } from './access.ts'
import { type ExternalMember, type Member, memberWithId, type Owner } from './identity.ts'

/** The lookups of one process. */
export interface OwnerLookups {
  /** Whether the web session with this hash is alive at `now`, in milliseconds since the epoch. */
  isSessionAlive: (sessionHash: string, now: number) => Promise<boolean>
  /** Finds the customer with an external id; `rateLimitKey` is the token's. */
  findCustomer: (externalId: string, rateLimitKey: string) => Promise<number | undefined>
}

/**
 * Returns the owner whom a token with access names.
 * @throws Refusal 401 when the web session of an acting token has ended, or no customer has the external id
 */
export type ResolveOwner = (token: AccessToken, owner: Owner | ExternalMember, now: number) => Promise<Owner>

/** Creates the function that authorisation and merge share. */
export function createOwnerResolver({ isSessionAlive, findCustomer }: OwnerLookups): ResolveOwner {
  return async ({ rateLimitKey, sessionHash }, owner, now) => {
    if (sessionHash !== undefined && !(await isSessionAlive(sessionHash, now))) {
      throw unauthorised('token_invalid', 'The web session that the token acts for has ended.')
    }
    return owner.kind === 'external-member'
      ? toMember(owner, await findCustomer(owner.externalId, rateLimitKey))
      : owner
  }
}

function toMember({ externalId }: ExternalMember, customerId: number | undefined): Member {
  if (customerId === undefined) throw inactiveOwner('customer_unknown')
  return memberWithId(customerId, externalId)
}
