/** Which identity with which scope may call what: the one place where a route's access is decided. */

import { type Refusal, refusal } from '../errors.ts'
import type { Identity, Owner } from './identity.ts'

/** A verified access token. */
export interface AccessToken {
  identity: Identity
  scopes: readonly string[]
  /** SHA-256 of what the token says, for counting its requests without keeping it. */
  key: string
}

/** What an administrator's token may be for. */
export type Permission = 'customers:read' | 'customers:write' | 'customers:delete'

type OwnerAccess = 'cart' | 'member' | 'guest'

/**
 * `public` needs no token; `metrics` that of `METRICS_TOKEN`; `cart` the cart's owner, member or guest; `member` a member; `guest` a
 * guest; others an administrator.
 */
export type Access = 'public' | 'metrics' | OwnerAccess | Permission

const scopeOf = { member: 'storefront:account', guest: 'storefront:cart' } as const
const expected = { cart: 'a member or of a guest', member: 'a member', guest: 'a guest' } as const

/**
 * Decides whether a token opens a route that is not public.
 * @returns the owner of the cart that the route is about, if it is about one
 * @throws Refusal 401 for an identity of another kind, 403 without the scope
 */
export function requireAccess(token: AccessToken, access: Exclude<Access, 'public' | 'metrics'>): Owner | undefined {
  if (access === 'cart' || access === 'member' || access === 'guest') return requireOwner(token, access)
  requirePermission(token, access)
  return undefined
}

function requirePermission({ identity, scopes }: AccessToken, permission: Permission): void {
  if (identity.kind !== 'admin') {
    throw unauthorised('wrong_token_kind', 'This endpoint takes the token of an administrator.')
  }
  if (!scopes.includes(permission)) throw lacking(permission)
}

function requireOwner({ identity, scopes }: AccessToken, access: OwnerAccess): Owner {
  if (!ownsCart(identity) || (access !== 'cart' && access !== identity.kind)) {
    throw unauthorised('wrong_token_kind', `This endpoint takes the token of ${expected[access]}.`)
  }
  const scope = scopeOf[identity.kind]
  if (!scopes.includes(scope)) throw lacking(scope)
  return identity
}

function ownsCart(identity: Identity): identity is Owner {
  return identity.kind === 'member' || identity.kind === 'guest'
}

/** The scopes of which a token needs one to use a route. */
export function scopesFor(access: Exclude<Access, 'public' | 'metrics'>): string[] {
  if (access === 'cart') return Object.values(scopeOf)
  return [access === 'member' || access === 'guest' ? scopeOf[access] : access]
}

/** A 401 with the challenge that RFC 6750 section 3 asks for. */
export function unauthorised(
  code: 'token_missing' | 'token_invalid' | 'wrong_token_kind' | 'customer_not_active' | 'guest_cancelled',
  detail: string,
): Refusal {
  const challenge = code === 'token_missing' ? 'Bearer realm="sepet"' : 'Bearer realm="sepet", error="invalid_token"'
  return refusal(code, detail, { 'WWW-Authenticate': challenge })
}

function lacking(scope: string): Refusal {
  const challenge = `Bearer realm="sepet", error="insufficient_scope", scope="${scope}"`
  return refusal('insufficient_scope', `The token lacks the scope ${scope}.`, { 'WWW-Authenticate': challenge })
}

/** What the database says of an owner, read together with the cart. */
export interface OwnerStatus {
  /** Null when there is no such customer, or for a guest. */
  customerStatus: 'active' | 'inactive' | 'banned' | null
  /** The customer a guest's cart was merged into. */
  mergedInto: number | null
}

/** Why nobody stands behind an owner any more: the customer is inactive, banned or deleted, the guest has logged in. */
export function explainInactiveOwner(
  owner: Owner,
  ownerStatus: OwnerStatus,
): 'customer_not_active' | 'guest_cancelled' | undefined {
  if (owner.kind === 'member') return ownerStatus.customerStatus === 'active' ? undefined : 'customer_not_active'
  return ownerStatus.mergedInto === null ? undefined : 'guest_cancelled'
}

const lost = {
  customer_not_active: 'The customer of this token is not active.',
  guest_cancelled: 'This guest has logged in: use the token of the member.',
} as const

/**
 * Refuses owners whose token has outlived them.
 * @throws Refusal 401
 */
export function requireActiveOwner(owner: Owner, ownerStatus: OwnerStatus): void {
  const code = explainInactiveOwner(owner, ownerStatus)
  if (code) throw unauthorised(code, lost[code])
}
