/** Access decisions: which identities with which scopes may use a route. */

import { detailOf, type Refusal, refusal } from '../errors.ts'
import { actorOf, type ExternalMember, type Guest, type Identity, type Member, type Owner } from './identity.ts'

/** A verified access token. */
export interface AccessToken {
  identity: Identity | ExternalMember
  scopes: readonly string[]
  /** The hash of the web session that the token acts for; it ends with that session. Undefined for every other token. */
  sessionHash?: string
  /** The name of the member of staff whose session of the office it is; undefined for every bearer token. */
  staffName?: string
}

/** Scopes of administrators' tokens. */
export const PERMISSIONS = [
  'customers:read',
  'customers:write',
  'customers:delete',
  'sessions:act',
  'checkouts:read',
  'checkouts:write',
  'catalogue:read',
  'catalogue:write',
  'promotions:read',
  'promotions:write',
  'carts:read',
  'carts:write',
  'events:read',
  'webhooks:read',
  'webhooks:write',
] as const

/** Scope of an administrator's token. */
export type Permission = (typeof PERMISSIONS)[number]

/**
 * Access to what two scopes show together, which a token needs both: the preview of a promotion tells about a cart (`carts:read`), and
 * about the uses and the coupons of promotions that are not its own (`promotions:read`); the export of a shop has its promotions and its
 * products (`catalogue:read`); the results of promotions have the turnover of the shop (`checkouts:read`).
 */
export type JointPermission =
  | 'carts:read promotions:read'
  | 'promotions:read catalogue:read'
  | 'promotions:read checkouts:read'

type AdministratorAccess = Permission | JointPermission
type OwnerAccess = 'cart' | 'account' | 'member' | 'member-handoff' | 'guest-handoff'

/**
 * Access of a route: `public` requires no token, `metrics` the token of `METRICS_TOKEN`, `cart` a member's or a guest's token,
 * `account` a member's, where a guest lacks the scope (403), `member` a member's, where a guest is of the wrong kind (401), `member-handoff` and `guest-handoff` one that does not act for a web session, `guest-renewal` no token or a
 * guest's that Sepet signed, and a permission an administrator's; a joint one requires each of its scopes.
 */
export type Access = 'public' | 'metrics' | 'guest-renewal' | OwnerAccess | AdministratorAccess

/** Access that `requireAccess` decides. */
export type TokenAccess = OwnerAccess | AdministratorAccess

const scopeOf = { member: 'storefront:account', guest: 'storefront:cart' } as const
/** The scope of a member's token. */
export const MEMBER_SCOPE = scopeOf.member
/** All scopes that routes require. */
export const SCOPES: readonly string[] = [...Object.values(scopeOf), ...PERMISSIONS]

/** The kind of owner that a route requires; undefined for either. */
const kindFor = {
  cart: undefined,
  account: undefined,
  member: 'member',
  'member-handoff': 'member',
  'guest-handoff': 'guest',
} as const
const expected = { cart: 'a member or of a guest', member: 'a member', guest: 'a guest' } as const

/**
 * Requires that a token grants access to a route.
 * @returns the cart owner; on a route of administrators the subject of the token, such as `admin:back-office`
 * @throws Refusal 401 for an identity of another kind, 403 for a missing scope
 */
export function requireAccess(
  token: AccessToken,
  access: TokenAccess,
): { owner: Owner | ExternalMember } | { actor: string } {
  return isOwnerAccess(access) ? { owner: requireOwner(token, access) } : { actor: requirePermission(token, access) }
}

/** Whether a route takes the token of an administrator. */
export function isPermission(access: Access | undefined): access is AdministratorAccess {
  return access?.split(' ').every(scope => (PERMISSIONS as readonly string[]).includes(scope)) === true
}

function isOwnerAccess(access: TokenAccess): access is OwnerAccess {
  return access in kindFor
}

/** Returns the owner as a member, on routes whose access admits members alone. @throws Refusal 401 */
export function requireMember(owner: Owner): Member {
  if (owner.kind === 'member') return owner
  throw unauthorised('wrong_token_kind', `This endpoint takes the token of ${expected.member}.`)
}

function requirePermission({ identity, scopes }: AccessToken, access: AdministratorAccess): string {
  if (identity.kind !== 'admin') {
    throw unauthorised('wrong_token_kind', 'This endpoint takes the token of an administrator.')
  }
  const missing = access.split(' ').find(scope => !scopes.includes(scope))
  if (missing !== undefined) throw lacking(missing)
  return actorOf(identity)
}

/** Requires a scope that some requests of a route need beside that of its access. @throws Refusal 403 */
export function requireScope(scopes: readonly string[], scope: Permission): void {
  if (!scopes.includes(scope)) throw lacking(scope)
}

function requireOwner({ identity, scopes, sessionHash }: AccessToken, access: OwnerAccess): Owner | ExternalMember {
  const kind = kindFor[access]
  const ownerKind = identity.kind === 'external-member' ? 'member' : identity.kind
  if (!ownsCart(identity) || (kind !== undefined && kind !== ownerKind)) {
    throw unauthorised('wrong_token_kind', `This endpoint takes the token of ${expected[kind ?? 'cart']}.`)
  }
  if (sessionHash !== undefined && access.endsWith('-handoff')) {
    throw unauthorised('wrong_token_kind', 'A token that acts for a web session creates no checkout links.')
  }
  const scope = scopeOf[identity.kind === 'guest' ? 'guest' : 'member']
  if (!scopes.includes(scope)) throw lacking(scope)
  if (access === 'account' && identity.kind === 'guest') throw lacking(MEMBER_SCOPE)
  return identity
}

function ownsCart(identity: AccessToken['identity']): identity is Owner | ExternalMember {
  return identity.kind === 'member' || identity.kind === 'guest' || identity.kind === 'external-member'
}

/**
 * Returns the guest of a token, for a merge.
 * @returns undefined for the token of another identity, or without the scope of guests
 */
export function guestOf({ identity, scopes }: AccessToken): Guest | undefined {
  return identity.kind === 'guest' && scopes.includes(scopeOf.guest) ? identity : undefined
}

/** Returns the scope of an owner's token. */
export function scopeOfOwner({ kind }: Owner): string {
  return scopeOf[kind]
}

/** Returns the scopes of a route; a token needs one of them. One with a space names the scopes that it needs together, as tokens list scopes. */
export function scopesFor(access: TokenAccess): string[] {
  if (!isOwnerAccess(access)) return [access]
  if (access === 'account') return [MEMBER_SCOPE]
  const kind = kindFor[access]
  return kind === undefined ? Object.values(scopeOf) : [scopeOf[kind]]
}

/** The challenge to a request without a bearer token, which names no error (RFC 6750 section 3.1). */
export const CHALLENGE = 'Bearer realm="sepet"'

/** Creates a 401 refusal with the challenge of RFC 6750 section 3. */
export function unauthorised(
  code:
    | 'token_missing'
    | 'token_invalid'
    | 'wrong_token_kind'
    | 'customer_unknown'
    | 'customer_not_active'
    | 'guest_cancelled',
  detail = detailOf(code),
): Refusal {
  const challenge = code === 'token_missing' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`
  return refusal(code, detail, { 'WWW-Authenticate': challenge })
}

function lacking(scope: string): Refusal {
  const challenge = `${CHALLENGE}, error="insufficient_scope", scope="${scope}"`
  return refusal('insufficient_scope', `The token lacks the scope ${scope}.`, { 'WWW-Authenticate': challenge })
}

/** Creates a 403 refusal of a token that has none of the scopes that routes require. */
export function lackingEveryScope(): Refusal {
  const challenge = `${CHALLENGE}, error="insufficient_scope"`
  return refusal('insufficient_scope', 'The token has no scope of a member or of an administrator.', {
    'WWW-Authenticate': challenge,
  })
}

/** Status of a cart owner in the database, read together with the cart. */
export interface OwnerStatus {
  /** Status of the customer; null for a guest, for a customer that does not exist, and for one with another external id. */
  customerStatus: 'active' | 'inactive' | 'banned' | null
  /** Customer into whose cart the guest's cart was merged; null if it was not. */
  mergedInto: number | null
}

/** The reason why the token of an owner is refused, although it is genuine. */
export type InactiveOwnerCode = 'customer_unknown' | 'customer_not_active' | 'guest_cancelled'

/**
 * Returns the reason why an owner is inactive: the customer is inactive, banned or deleted, no longer has the external id of the
 * token, or the guest has logged in.
 * @returns undefined for an active owner
 */
export function explainInactiveOwner(owner: Owner, ownerStatus: OwnerStatus): InactiveOwnerCode | undefined {
  if (owner.kind === 'guest') return ownerStatus.mergedInto === null ? undefined : 'guest_cancelled'
  if (ownerStatus.customerStatus === 'active') return undefined
  return ownerStatus.customerStatus === null && owner.externalId !== undefined
    ? 'customer_unknown'
    : 'customer_not_active'
}

/** Creates the 401 refusal of an inactive owner's token. */
export function inactiveOwner(code: InactiveOwnerCode): Refusal {
  return unauthorised(code)
}

/**
 * Refuses the token of an inactive owner.
 * @throws Refusal 401
 */
export function requireActiveOwner(owner: Owner, ownerStatus: OwnerStatus): void {
  const code = explainInactiveOwner(owner, ownerStatus)
  if (code) throw inactiveOwner(code)
}
