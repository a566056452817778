/** Verification of access tokens: JWTs signed with the configured secret, or by an external issuer that publishes a JWKS. */

import { hash } from 'node:crypto'
import { decodeProtectedHeader, errors, type JWTVerifyOptions, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../errors.ts'
import { type AccessToken, SCOPES, unauthorised } from './access.ts'
import { CLOCK_SKEW_SECONDS } from './clock-skew.ts'
import { hmacKey, verifyHs256 } from './hs256.jwt.ts'
import { KeysUnavailable } from './issuer-keys.jwt.ts'
import type { IssuerEvents } from './issuer-refresh.jwt.ts'
import { byIssuer, type IssuerVerification, type ReadToken, type Verified, type Verify } from './issuer-tokens.jwt.ts'
import { isSepetToken, SEPET_ISSUER, type SepetTokens } from './sepet-token.jwt.ts'
import { type ClaimSettings, readClaims } from './token-claims.ts'
import { requireAccessTokenType } from './token-type.jwt.ts'

/** Source of the keys, required claims, and names of claims. */
export interface TokenSettings extends ClaimSettings {
  /** HS256 key; unused with a JWKS. */
  secret: string
  /** Address of the issuer's JWKS; undefined when the secret signs. */
  jwksUrl: string | undefined
  /** Required `iss`; undefined for any. */
  issuer: string | undefined
  /** One of these must be in `aud`; undefined for any. */
  audience: string[] | undefined
}

/** The verifier of a process. */
export interface AccessTokenVerifier {
  verify: VerifyAccessToken
  /** Begins to fetch the issuer's keys, so that they are there before the first token. Nothing waits for them. */
  fetchKeys: (now: number) => void
}

/** What the verifier of a process uses besides its settings. */
export interface VerifierOptions {
  /** Verifies the tokens that Sepet itself signs; undefined refuses them. */
  sepetTokens: SepetTokens | undefined
  /** Called with an error when the issuer's keys become unavailable, with undefined when they are back. */
  onStateChange: IssuerEvents['onStateChange']
  /** Ends the fetching of the issuer's keys. */
  signal: AbortSignal
}

/**
 * Verifies an access token at the time `now`, in milliseconds since the epoch.
 * @throws Refusal 401 for an invalid token, 403 for one without any scope of Sepet where a claim names the member, 503 while the
 * issuer's keys are unavailable
 */
export type VerifyAccessToken = (token: string, now: number) => Promise<VerifiedToken>

/** A verified token, with its `exp` in milliseconds since the epoch. */
export type VerifiedToken = AccessToken & { expiresAt: number }

/** Largest number of cached tokens. */
const CACHED_TOKENS = 50_000

/**
 * Creates the verifier of this process. Verified tokens are cached by their hash, since verification costs 17 µs and more. They expire
 * with their keys, and are removed when the issuer's keys change. Token texts are not kept: they use memory, and could be read.
 */
export function createAccessTokenVerifier(
  settings: TokenSettings,
  { sepetTokens, onStateChange, signal }: VerifierOptions,
): AccessTokenVerifier {
  const verified = new LRUCache<string, Accepted>({ max: CACHED_TOKENS })
  const onChange = () => verified.clear()
  const { verify: verifyIssuer, fetchKeys } = settings.jwksUrl
    ? byIssuer(settings.jwksUrl, { onChange, onStateChange, signal })
    : bySecret(settings.secret)
  const verify: VerifyAccessToken = async (text, now) => {
    const name = hash('sha256', text, 'base64url')
    const known = verified.get(name)
    if (known && now < known.until) return known
    const token = readToken(text)
    const accepted =
      token.header.alg === 'HS256' && isSepetToken(text)
        ? await verifyOwn(sepetTokens, text, now)
        : await verifyIssued(verifyIssuer, token, settings, now)
    verified.set(name, accepted)
    return accepted
  }
  return { verify, fetchKeys }
}

/** An access token that is accepted until a time in milliseconds since the epoch. */
type Accepted = VerifiedToken & { until: number }

/** Lists of scopes by their text. Tokens share them, because a list for each of 50,000 tokens takes 9 MB. */
const scopeLists = new Map<string, readonly string[]>()

/** Returns the scopes that routes require, of those given: a token may have thousands of others. */
function requiredScopes(scopes: readonly string[]): readonly string[] {
  const required = SCOPES.filter(scope => scopes.includes(scope))
  const text = required.join(' ')
  const shared = scopeLists.get(text) ?? required
  scopeLists.set(text, shared)
  return shared
}

/** A signed JWT in compact form: three parts, where an encrypted one has five and an opaque token any text. */
const SIGNED = /^[^.]*\.[^.]*\.[^.]*$/
const NOT_SIGNED = 'The access token is no signed JWT, such as an opaque or an encrypted one, or an incomplete text.'

/** @throws Refusal 401 for a text that is no token */
function readToken(text: string): ReadToken {
  if (!SIGNED.test(text)) throw unauthorised('token_invalid', NOT_SIGNED)
  try {
    return { text, header: decodeProtectedHeader(text) }
  } catch {
    throw invalidToken()
  }
}

/** Verifies a token of the shop's identity provider, which may not speak for Sepet. */
async function verifyIssued(verify: Verify, token: ReadToken, settings: TokenSettings, now: number): Promise<Accepted> {
  const { payload, until } = await check(verify, token, settings, now)
  if (payload.iss === SEPET_ISSUER) throw invalidToken()
  requireAccessTokenType(token.header)
  const { identity, scopes } = readClaims(payload, settings)
  const expiresAt = (payload.exp as number) * 1000
  return { identity, scopes: requiredScopes(scopes), expiresAt, until: Math.min(expiresAt, until) }
}

/** Verifies a token of Sepet: the issuer's key never verifies it. */
async function verifyOwn(tokens: SepetTokens | undefined, text: string, now: number): Promise<Accepted> {
  if (!tokens) throw unauthorised('token_invalid', 'The access token is for another service.')
  const { identity, scopes, sessionHash, expiresAt } = await tokens.verify(text, now)
  return {
    identity,
    scopes: requiredScopes(scopes),
    expiresAt,
    until: expiresAt,
    ...(sessionHash !== undefined && { sessionHash }),
  }
}

/** Signs an access token with the configured secret, as the shop's identity provider would. Times are in seconds. */
export async function mintAccessToken(
  settings: TokenSettings,
  claims: { sub: string; scope: string; jti: string },
  { issuedAt, ttlSeconds }: { issuedAt: number; ttlSeconds: number },
): Promise<string> {
  const [scopeClaim = 'scope'] = settings.scopeClaims
  const client = settings.clientIds && { client_id: settings.clientIds[0] }
  const jwt = new SignJWT({ [scopeClaim]: claims.scope, ...client })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.sub)
    .setJti(claims.jti)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttlSeconds)
  if (settings.issuer) jwt.setIssuer(settings.issuer)
  if (settings.audience) jwt.setAudience(settings.audience)
  return jwt.sign(hmacKey(settings.secret))
}

/** Creates the verification by the configured secret. */
function bySecret(secret: string): IssuerVerification {
  const key = hmacKey(secret)
  const verify: Verify = async ({ text }, _now, options) => ({
    payload: verifyHs256(text, key, options),
    until: Number.POSITIVE_INFINITY,
  })
  return { verify, fetchKeys: () => {} }
}

/** Answers 401 for every error except unavailable keys, also for a token whose key is too weak to be used. */
async function check(verify: Verify, token: ReadToken, settings: TokenSettings, now: number): Promise<Verified> {
  const clockTolerance = CLOCK_SKEW_SECONDS
  const options: JWTVerifyOptions = { currentDate: new Date(now), clockTolerance, requiredClaims: ['exp'] }
  if (settings.issuer) options.issuer = settings.issuer
  if (settings.audience) options.audience = settings.audience
  try {
    return requireUnexpired(await verify(token, now, options), now)
  } catch (error) {
    if (error instanceof KeysUnavailable) {
      const detail = 'The keys of access tokens are unavailable.'
      throw new Refusal({ code: 'unavailable', detail }, { 'Retry-After': '5' }, error)
    }
    if (error instanceof errors.JWTExpired) throw unauthorised('token_invalid', 'The access token has expired.')
    if (error instanceof errors.JWTClaimValidationFailed) throw wrongClaim(error.claim)
    throw invalidToken()
  }
}

/** Requires that a token has not expired: the tolerance of jose is for clocks that are ahead, and would prolong its life. */
function requireUnexpired(verified: Verified, now: number): Verified {
  const { payload } = verified
  if ((payload.exp as number) > Math.floor(now / 1000)) return verified
  throw new errors.JWTExpired('The token has expired.', payload, 'exp')
}

function invalidToken(): Refusal {
  return unauthorised('token_invalid')
}

/** The signature is valid: whoever signed the token may know which claim is refused. */
function wrongClaim(claim: string): Refusal {
  return unauthorised(
    'token_invalid',
    `The claim ${claim} of the access token is missing, or not one that this service accepts.`,
  )
}
