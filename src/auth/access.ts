/** Access decisions: which identities with which scopes may use a route. */

import { type Refusal, refusal } from '../errors.ts'
import type { ExternalMember, Identity, Owner } from './identity.ts'

/** A verified access token. */
export interface AccessToken {
  identity: Identity | ExternalMember
  scopes: readonly string[]
  /** SHA-256 of the token's header and claims, by which its requests are counted without storing the token. */
  key: string
}

/** Scopes of administrators' tokens. */
export const PERMISSIONS = ['customers:read', 'customers:write', 'customers:delete'] as const

/** Scope of an administrator's token. */
export type Permission = (typeof PERMISSIONS)[number]

type OwnerAccess = 'cart' | 'member' | 'guest'

/**
 * Access of a route: `public` requires no token, `metrics` the token of `METRICS_TOKEN`, `cart` a member's or a guest's token,
 * `member` a member's, `guest` a guest's, and a permission an administrator's.
 */
export type Access = 'public' | 'metrics' | OwnerAccess | Permission

const scopeOf = { member: 'storefront:account', guest: 'storefront:cart' } as const
/** The scope of a member's token. */
export const MEMBER_SCOPE = scopeOf.member
/** All scopes that routes require. */
export const SCOPES: readonly string[] = [...Object.values(scopeOf), ...PERMISSIONS]
const expected = { cart: 'a member or of a guest', member: 'a member', guest: 'a guest' } as const

/**
 * Requires that a token grants access to a route that is not public.
 * @returns the cart owner; undefined for a route of administrators
 * @throws Refusal 401 for an identity of another kind, 403 for a missing scope
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

function ownsCart(identity: Identity | ExternalMember): identity is Owner {
  return identity.kind === 'member' || identity.kind === 'guest'
}

/** Returns the scopes of a route; a token needs one of them. */
export function scopesFor(access: Exclude<Access, 'public' | 'metrics'>): string[] {
  if (access === 'cart') return Object.values(scopeOf)
  return [access === 'member' || access === 'guest' ? scopeOf[access] : access]
}

/** Creates a 401 refusal with the challenge of RFC 6750 section 3. */
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

/** Creates a 403 refusal of a token that has none of the scopes that routes require. */
export function lackingEveryScope(): Refusal {
  const challenge = 'Bearer realm="sepet", error="insufficient_scope"'
  return refusal('insufficient_scope', 'The token has no scope of a member or of an administrator.', {
    'WWW-Authenticate': challenge,
  })
}

/** Status of a cart owner in the database, read together with the cart. */
export interface OwnerStatus {
  /** Status of the customer; null for a guest, and for a customer that does not exist. */
  customerStatus: 'active' | 'inactive' | 'banned' | null
  /** Customer into whose cart the guest's cart was merged; null if it was not. */
  mergedInto: number | null
}

/**
 * Returns the reason why an owner is inactive: the customer is inactive, banned or deleted, or the guest has logged in.
 * @returns undefined for an active owner
 */
export function explainInactiveOwner(
  owner: Owner,
  ownerStatus: OwnerStatus,
): 'customer_not_active' | 'guest_cancelled' | undefined {
  if (owner.kind === 'member') return ownerStatus.customerStatus === 'active' ? undefined : 'customer_not_active'
  return ownerStatus.mergedInto === null ? undefined : 'guest_cancelled'
}

const inactiveDetails = {
  customer_not_active: 'The customer of this token is not active.',
  guest_cancelled: 'This guest has logged in: use the token of the member.',
} as const

/**
 * Refuses the token of an inactive owner.
 * @throws Refusal 401
 */
export function requireActiveOwner(owner: Owner, ownerStatus: OwnerStatus): void {
  const code = explainInactiveOwner(owner, ownerStatus)
  if (code) throw unauthorised(code, inactiveDetails[code])
}
