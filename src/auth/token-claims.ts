/** Reads identity and scopes from the verified claims of an access token, by the names that the shop's identity provider gives them. */

import { isExternalId } from '../schema/external-id.ts'
import { isStorable } from '../schema/fields.ts'
import { type AccessToken, lackingEveryScope, MEMBER_SCOPE, PERMISSIONS, unauthorised } from './access.ts'
import { parseSubject } from './identity.ts'

/** A scope of the identity provider, and the scope that routes require. */
export interface ScopeMapping {
  theirs: string
  ours: string
}

/** Names and required values of claims. */
export interface ClaimSettings {
  /** Of these clients one must be named by `client_id` or `azp`; undefined for any. */
  clientIds: readonly string[] | undefined
  /** Name of the claim that holds a customer's external id; undefined where `sub` has the forms of `parseSubject`. */
  memberClaim: string | undefined
  /** Names of the claims that hold scopes. */
  scopeClaims: readonly string[]
  /** Replaced scopes; a scope that no mapping names is kept. */
  scopeMap: readonly ScopeMapping[] | undefined
}

/** The claims of a token. Names are flat: `https://shop.example/id` is one name and no path. */
export type Claims = Readonly<Record<string, unknown>>

/** Audience of the tokens of checkout links, which are no access tokens. */
const HANDOFF_AUDIENCE = 'checkout-handoff'

/**
 * Returns identity and scopes of verified claims.
 * @throws Refusal 401 for a handoff token, another client, or claims that name nobody; 403 with a member claim, for a token that has
 * neither the scope of a member nor one of an administrator
 */
export function readClaims(claims: Claims, settings: ClaimSettings): Pick<AccessToken, 'identity' | 'scopes'> {
  const isHandoff = [claimOf(claims, 'aud')].flat().includes(HANDOFF_AUDIENCE)
  if (isHandoff || !isOfClient(claims, settings.clientIds)) {
    throw unauthorised('token_invalid', 'The access token is for another service or of another client.')
  }
  const scopes = scopesOf(claims, settings)
  return { identity: identityOf(claims, scopes, settings.memberClaim), scopes }
}

function isOfClient(claims: Claims, clientIds: ClaimSettings['clientIds']): boolean {
  return !clientIds || clientIds.some(id => id === claimOf(claims, 'client_id') || id === claimOf(claims, 'azp'))
}

/** Returns the scopes of all scope claims, each replaced by those that the map names for it. */
export function scopesOf(
  claims: Claims,
  { scopeClaims, scopeMap = [] }: Pick<ClaimSettings, 'scopeClaims' | 'scopeMap'>,
): string[] {
  const theirs = scopeClaims.flatMap(name => textsOf(claimOf(claims, name)))
  return theirs.flatMap(scope => {
    const mapped = scopeMap.filter(each => each.theirs === scope).map(({ ours }) => ours)
    return mapped.length > 0 ? mapped : [scope]
  })
}

/** Returns the texts of a space-separated text (RFC 6749 section 3.3) or of an array; none for other types. */
function textsOf(claim: unknown): string[] {
  const texts = typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? claim : []
  return texts.filter(each => typeof each === 'string' && each !== '')
}

function identityOf(claims: Claims, scopes: string[], memberClaim: string | undefined): AccessToken['identity'] {
  const identity =
    memberClaim === undefined ? parseSubject(claimOf(claims, 'sub')) : externalIdentityOf(claims, scopes, memberClaim)
  if (!identity) throw unauthorised('token_invalid', 'The access token has an unknown subject.')
  return identity
}

/** @returns undefined when the claim names nobody. @throws Refusal 403 */
function externalIdentityOf(
  claims: Claims,
  scopes: string[],
  memberClaim: string,
): AccessToken['identity'] | undefined {
  if (scopes.includes(MEMBER_SCOPE)) {
    return { kind: 'external-member', externalId: readExternalId(claimOf(claims, memberClaim), memberClaim) }
  }
  if (!PERMISSIONS.some(permission => scopes.includes(permission))) throw lackingEveryScope()
  const name = claimOf(claims, 'sub')
  return typeof name === 'string' && name !== '' && isStorable(name) ? { kind: 'admin', name } : undefined
}

/** @throws Refusal 401 for a claim that cannot be an external id */
function readExternalId(claim: unknown, name: string): string {
  // A larger number has lost digits: it would name another customer.
  const id = Number.isSafeInteger(claim) ? String(claim) : claim
  if (typeof id === 'string' && isExternalId(id)) return id
  throw unauthorised(
    'token_invalid',
    `The claim ${name} of the access token must be a text of 1 to 255 characters, or an integer.`,
  )
}

/** Returns a claim of a token; undefined for names such as `constructor`, which every object inherits. */
export function claimOf(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined
}
