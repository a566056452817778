/** Verifies access tokens: JWTs signed with our secret, or by an external issuer whose keys a JWKS publishes. */

import { createHash } from 'node:crypto'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  SignJWT,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../errors.ts'
import { type AccessToken, unauthorised } from './access.ts'
import { hmacKey } from './hmac-key.jwt.ts'
import { parseSubject } from './identity.ts'

/** Where keys come from and what claims must say. */
export interface TokenSettings {
  /** HS256 key; unused with a JWKS. */
  secret: string
  jwksUrl: string | undefined
  issuer: string | undefined
  audience: string | undefined
}

/** @throws Refusal 401 for a token that does not hold, 503 while the issuer's keys cannot be had */
export type VerifyAccessToken = (token: string, now: number) => Promise<AccessToken>

type Verify = (token: string, options: JWTVerifyOptions) => Promise<{ payload: JWTPayload }>

const CACHED_TOKENS = 10_000
/** A key withdrawn from the JWKS stops opening doors after this long. */
const CACHE_TTL_MS = 60_000
const JWKS_TIMEOUT_MS = 1_500
/** The least time between two fetches of the JWKS, so that made-up key ids cannot flood the issuer. */
const JWKS_COOLDOWN_MS = 2_000

/** Makes the verifier of this process. Tokens that held are remembered for a minute, since checking one costs 30 µs. */
export async function accessTokenVerifier(settings: TokenSettings): Promise<VerifyAccessToken> {
  const verify = settings.jwksUrl ? byJwks(settings.jwksUrl) : await bySecret(settings.secret)
  const verified = new LRUCache<string, { token: AccessToken; expiresAt: number }>({
    max: CACHED_TOKENS,
    ttl: CACHE_TTL_MS,
  })
  return async (text, now) => {
    const known = verified.get(text)
    if (known && now < known.expiresAt) return known.token
    const payload = await check(verify, text, settings, now)
    const token = { ...read(payload), key: hashClaims(text) }
    verified.set(text, { token, expiresAt: (payload.exp as number) * 1000 })
    return token
  }
}

/** Signs an access token with our secret, as an identity provider of the shop would. Times are in seconds. */
export async function mintAccessToken(
  settings: TokenSettings,
  claims: { sub: string; scope: string; jti: string },
  { issuedAt, ttlSeconds }: { issuedAt: number; ttlSeconds: number },
): Promise<string> {
  const jwt = new SignJWT({ scope: claims.scope })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.sub)
    .setJti(claims.jti)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ttlSeconds)
  if (settings.issuer) jwt.setIssuer(settings.issuer)
  if (settings.audience) jwt.setAudience(settings.audience)
  return jwt.sign(await hmacKey(settings.secret))
}

/** Without the signature, whose last character has several spellings that all verify. */
function hashClaims(token: string): string {
  return createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest('base64url')
}

async function bySecret(secret: string): Promise<Verify> {
  const key = await hmacKey(secret)
  return (token, options) => jwtVerify(token, key, { ...options, algorithms: ['HS256'] })
}

function byJwks(url: string): Verify {
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: JWKS_TIMEOUT_MS,
    cooldownDuration: JWKS_COOLDOWN_MS,
    [customFetch]: patientFetch(),
  })
  return (token, options) => jwtVerify(token, keys, { ...options, algorithms: ['RS256', 'ES256', 'EdDSA', 'Ed25519'] })
}

/** jose waits between two fetches that succeeded; this waits after a failure too, answering with that failure. */
function patientFetch(): typeof fetch {
  let failure: { at: number; error: unknown } | undefined
  return async (input, init) => {
    if (failure && performance.now() - failure.at < JWKS_COOLDOWN_MS) throw failure.error
    try {
      const response = await fetch(input, init)
      if (!response.ok) throw new Error(`the JWKS answered ${response.status}`)
      failure = undefined
      return response
    } catch (error) {
      failure = { at: performance.now(), error }
      throw error
    }
  }
}

async function check(verify: Verify, token: string, settings: TokenSettings, now: number): Promise<JWTPayload> {
  const options: JWTVerifyOptions = { currentDate: new Date(now), requiredClaims: ['sub', 'exp'] }
  if (settings.issuer) options.issuer = settings.issuer
  if (settings.audience) options.audience = settings.audience
  try {
    return (await verify(token, options)).payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthorised('token_invalid', 'The access token has expired.')
    if (isVerdict(error)) throw unauthorised('token_invalid', 'The access token is malformed, forged or not for here.')
    const detail = 'The keys that access tokens are checked with cannot be had.'
    throw new Refusal({ code: 'unavailable', detail }, { 'Retry-After': '5' }, error)
  }
}

/** Whether an error is about the token itself; the others are about fetching keys. */
function isVerdict(error: unknown): boolean {
  const aboutKeys = [errors.JWKSTimeout, errors.JWKSInvalid]
  if (aboutKeys.some(each => error instanceof each)) return false
  // `JOSEError` itself is thrown for a JWKS that answers with an error status.
  return error instanceof errors.JOSEError && error.constructor !== errors.JOSEError
}

function read({ sub, scope, aud }: JWTPayload): Pick<AccessToken, 'identity' | 'scopes'> {
  const identity = [aud].flat().includes('checkout-handoff') ? undefined : parseSubject(sub ?? '')
  if (!identity) throw unauthorised('token_invalid', 'The access token names nobody Sepet knows.')
  return { identity, scopes: new Set(typeof scope === 'string' ? scope.split(' ') : []) }
}
