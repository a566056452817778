/** Tokens that Sepet itself signs: of guests, and of web shops that act for a web session (RFC 8693 section 4.1). */

import type { KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, SignJWT } from 'jose'
import { type AccessToken, scopeOfOwner, unauthorised } from './access.ts'
import { hmacKey, verifyHs256 } from './hs256.jwt.ts'
import { cartIdOf, type Guest, type Owner, parseSubject } from './identity.ts'
import { requireAccessTokenType } from './token-type.jwt.ts'

/** `iss` of the tokens that Sepet signs. No other issuer may use it. */
export const SEPET_ISSUER = 'sepet'

/** Detail of the refusal of a renewal by any token but that of a guest. */
export const NOT_RENEWABLE = 'Only the token of a guest that Sepet issued can be renewed.'

/** A signed token. */
export interface SignedToken {
  accessToken: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** A verified token. `expiresAt` is in milliseconds since the epoch. */
type OwnToken = AccessToken & { identity: Owner; expiresAt: number }

/** Signs and verifies the tokens of one deployment. Times are in milliseconds since the epoch. */
export interface SepetTokens {
  /** Signs the token of a guest. */
  signGuest(guest: Guest, now: number): Promise<SignedToken>
  /** Signs the token by which `actor` acts for the owner of a web session. */
  signActing(owner: Owner, session: { hash: string; actor: string }, now: number): Promise<SignedToken>
  /**
   * Verifies a token.
   * @throws Refusal 401
   */
  verify(token: string, now: number): Promise<OwnToken>
  /**
   * Verifies the token of a guest who renews it, which may have expired.
   * @throws Refusal 401 for every other token
   */
  verifyRenewal(token: string, now: number): Promise<Guest>
}

/** Lifetimes of the tokens. */
export interface SepetTokenSettings {
  /** At least one: the first signs, all verify. */
  secrets: string[]
  guestTtlSeconds: number
  /** How long after its expiry a guest's token can be renewed; infinity for ever. */
  renewableSeconds: number
}

/** Lifetime of a token that acts for a session. */
const ACTING_TTL_SECONDS = 300
/** SHA-256 in base64url. */
const SESSION_HASH = /^[\w-]{43}$/
/** Stands for no limit: 3 million years. A larger number would lose digits when it is added to a time. */
const FOREVER_SECONDS = 1e14

/** Creates the signer and verifier. */
export function createSepetTokens(settings: SepetTokenSettings): SepetTokens {
  const { secrets, guestTtlSeconds, renewableSeconds } = settings
  const keys = secrets.map(hmacKey)
  const sign = (owner: Owner, claims: JWTPayload, { now, ttlSeconds }: { now: number; ttlSeconds: number }) =>
    signToken(owner, claims, { key: keys[0] as KeyObject, issuedAt: Math.floor(now / 1000), ttlSeconds })
  const verified = (token: string, times: VerificationTimes) => {
    const claims = verifyWithKeys(keys, token, times)
    requireAccessTokenType(decodeProtectedHeader(token))
    return claims
  }
  return {
    signGuest: (guest, now) => sign(guest, {}, { now, ttlSeconds: guestTtlSeconds }),
    signActing: (owner, { hash, actor }, now) =>
      sign(owner, { act: { sub: actor }, sid: hash }, { now, ttlSeconds: ACTING_TTL_SECONDS }),
    verify: async (token, now) => toOwnToken(verified(token, { now, toleranceSeconds: 0 })),
    verifyRenewal: async (token, now) => {
      const toleranceSeconds = Math.min(renewableSeconds, FOREVER_SECONDS)
      const { identity, sessionHash } = toOwnToken(verified(token, { now, toleranceSeconds }))
      if (identity.kind === 'guest' && sessionHash === undefined) return identity
      throw unauthorised('wrong_token_kind', NOT_RENEWABLE)
    },
  }
}

/** Whether a token says that Sepet signed it. Its signature is not verified. */
export function isSepetToken(token: string): boolean {
  try {
    return decodeJwt(token).iss === SEPET_ISSUER
  } catch {
    return false
  }
}

async function signToken(
  owner: Owner,
  claims: JWTPayload,
  { key, issuedAt, ttlSeconds }: { key: KeyObject; issuedAt: number; ttlSeconds: number },
): Promise<SignedToken> {
  const expiresAt = issuedAt + ttlSeconds
  const accessToken = await new SignJWT({ scope: scopeOfOwner(owner), ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(SEPET_ISSUER)
    .setSubject(cartIdOf(owner))
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { accessToken, expiresAt: expiresAt * 1000 }
}

interface VerificationTimes {
  now: number
  /** How long after its expiry a token is accepted. */
  toleranceSeconds: number
}

function verifyWithKeys(keys: KeyObject[], token: string, { now, toleranceSeconds }: VerificationTimes): JWTPayload {
  const options = { issuer: SEPET_ISSUER, clockTolerance: toleranceSeconds, requiredClaims: ['sub', 'exp'] }
  for (const key of keys) {
    try {
      return verifyHs256(token, key, { ...options, currentDate: new Date(now) })
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw unauthorised('token_invalid', 'The access token has expired.')
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) break
    }
  }
  throw unauthorised(
    'token_invalid',
    'The access token is malformed, has an invalid signature, or was not issued by Sepet.',
  )
}

/**
 * Converts claims into a token. The secret signs nothing but guests and tokens that act for a session.
 * @throws Refusal 401 for any other claims
 */
function toOwnToken({ sub, scope, exp = 0, act, sid }: JWTPayload): OwnToken {
  const owner = parseSubject(sub)
  const isActing = typeof sid === 'string' && SESSION_HASH.test(sid) && typeof act === 'object' && act !== null
  const isPlain = sid === undefined && act === undefined
  const isOwner = (owner?.kind === 'guest' && (isPlain || isActing)) || (owner?.kind === 'member' && isActing)
  if (!isOwner || typeof scope !== 'string') {
    throw unauthorised('token_invalid', 'The access token has an unknown subject.')
  }
  const token = { identity: owner, scopes: scope.split(' '), expiresAt: exp * 1000 }
  return isActing ? { ...token, sessionHash: sid } : token
}
