/** Resolves the owner of a verified token: what a token says about a session or an external id, the database must confirm. */

import { type AccessToken, inactiveOwner, unauthorised } from './access.ts'
import { type ExternalMember, type Member, memberWithId, type Owner } from './identity.ts'

/** A living web session that a token acts for. */
export interface ActingSession {
  /** Keyed hash of the client network that the session was begun from; null where it is unknown. */
  networkHash: string | null
}

/** The lookups of one process. */
export interface OwnerLookups {
  /** Finds a web session by its hash, if it is alive at `now`, in milliseconds since the epoch. */
  findSession: (sessionHash: string, now: number) => Promise<ActingSession | undefined>
  /** Finds the customer with an external id. */
  findCustomer: (externalId: string) => Promise<number | undefined>
}

/** What authorisation and merge ask the database about a token. */
export interface OwnerResolver {
  /**
   * Returns the owner of a token. Requests are counted for this owner, so lookups of external ids have a limit of their own.
   * @throws Refusal 401 when no customer has the external id, 429
   */
  resolve(owner: Owner | ExternalMember): Promise<Owner>
  /**
   * Returns the web session that a token acts for; undefined for every other token.
   * @throws Refusal 401 when the session has ended
   */
  requireSession(token: AccessToken, now: number): Promise<ActingSession | undefined>
}

/** Creates the resolver. */
export function createOwnerResolver({ findSession, findCustomer }: OwnerLookups): OwnerResolver {
  return {
    resolve: async owner =>
      owner.kind === 'external-member' ? toMember(owner, await findCustomer(owner.externalId)) : owner,
    requireSession: async ({ sessionHash }, now) => {
      if (sessionHash === undefined) return undefined
      const session = await findSession(sessionHash, now)
      if (session) return session
      throw unauthorised('token_invalid', 'The web session that the token acts for has ended.')
    },
  }
}

function toMember({ externalId }: ExternalMember, customerId: number | undefined): Member {
  if (customerId === undefined) throw inactiveOwner('customer_unknown')
  return memberWithId(customerId, externalId)
}
