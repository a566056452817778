/** Which identity with which scope may call what: the one place where a route's access is decided. */

import { type Refusal, refuse } from '../errors.ts'
import type { Identity, Owner } from './identity.ts'

/** A verified access token. */
export interface AccessToken {
  identity: Identity
  scopes: ReadonlySet<string>
  /** SHA-256 of what the token says, for counting its requests without keeping it. */
  key: string
}

/** `public` needs no token; `cart` the cart's owner, member or guest; `member` a member. */
export type Access = 'public' | 'cart' | 'member'

const scopeOf = { member: 'storefront:account', guest: 'storefront:cart' } as const

/**
 * Decides whether a token opens a route that is not public.
 * @returns the owner of the cart that the route is about
 * @throws Refusal 401 for an identity of another kind, 403 without the scope
 */
export function requireOwner({ identity, scopes }: AccessToken, access: Exclude<Access, 'public'>): Owner {
  if (identity.kind !== 'member' && (identity.kind !== 'guest' || access === 'member')) {
    const expected = access === 'member' ? 'a member' : 'a member or of a guest'
    throw unauthorised('token_not_accepted', `This endpoint takes the token of ${expected}.`)
  }
  const scope = scopeOf[identity.kind]
  if (!scopes.has(scope)) throw lacking(scope)
  return identity
}

/** A 401 with the challenge that RFC 6750 section 3 asks for. */
export function unauthorised(
  code: 'token_missing' | 'token_invalid' | 'token_not_accepted' | 'customer_not_active' | 'guest_cancelled',
  detail: string,
): Refusal {
  const challenge = code === 'token_missing' ? 'Bearer realm="sepet"' : 'Bearer realm="sepet", error="invalid_token"'
  return refuse(code, detail, { 'WWW-Authenticate': challenge })
}

function lacking(scope: string): Refusal {
  const challenge = `Bearer realm="sepet", error="insufficient_scope", scope="${scope}"`
  return refuse('scope_missing', `The token lacks the scope ${scope}.`, { 'WWW-Authenticate': challenge })
}

/** What the database says of an owner, read together with the cart. */
export interface Standing {
  /** Null when there is no such customer, or for a guest. */
  customerStatus: 'active' | 'inactive' | 'banned' | null
  /** The customer a guest's cart was merged into. */
  mergedInto: number | null
}

/**
 * Refuses owners whose token has outlived them: a customer who is inactive, banned or deleted, a guest who logged in.
 * @throws Refusal 401
 */
export function requireStanding(owner: Owner, standing: Standing): void {
  if (owner.kind === 'member' && standing.customerStatus !== 'active') {
    throw unauthorised('customer_not_active', 'The customer of this token is not active.')
  }
  if (owner.kind === 'guest' && standing.mergedInto !== null) {
    throw unauthorised('guest_cancelled', 'This guest has logged in: use the token of the member.')
  }
}
