/** Verifies access tokens: JWTs signed with our secret, or by an external issuer whose keys a JWKS publishes. */

import { hash } from 'node:crypto'
import {
  errors,
  type FlattenedJWSInput,
  type JWTHeaderParameters,
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
import { createIssuerKeys, KeysUnavailable } from './issuer-keys.jwt.ts'
import type { IssuerEvents } from './issuer-refresh.jwt.ts'

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

interface Verified {
  payload: JWTPayload
  /** When the keys that it was checked with have to be asked for again. */
  until: number
}

type Verify = (token: string, now: number, options: JWTVerifyOptions) => Promise<Verified>

const CACHED_TOKENS = 50_000
/** Of keys that a token without key id may have been signed with; each try costs 0.1 ms, and a JWKS may list ten thousand. */
const MAX_KEYS_TRIED = 16

/**
 * Makes the verifier of this process. Tokens that held are remembered by their hash, since checking one costs 30 µs, for as long as
 * their keys are, and forgotten when the issuer's keys change. Their texts are not kept: they would fill memory, and could be read there.
 * @param onStateChange told when the issuer's keys cannot be fetched any more, with the error, and when they can again
 * @param signal ends the asking for the issuer's keys
 */
export async function createAccessTokenVerifier(
  settings: TokenSettings,
  onStateChange: IssuerEvents['onStateChange'],
  signal: AbortSignal,
): Promise<VerifyAccessToken> {
  const verified = new LRUCache<string, { token: AccessToken; until: number }>({ max: CACHED_TOKENS })
  const onChange = () => verified.clear()
  const verify = settings.jwksUrl
    ? byIssuer(settings.jwksUrl, { onChange, onStateChange, signal })
    : await bySecret(settings.secret)
  return async (text, now) => {
    const name = hash('sha256', text, 'base64url')
    const known = verified.get(name)
    if (known && now < known.until) return known.token
    const { payload, until } = await check(verify, text, settings, now)
    const token = { ...read(payload), key: hashClaims(text) }
    verified.set(name, { token, until: Math.min((payload.exp as number) * 1000, until) })
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
  return hash('sha256', token.slice(0, token.lastIndexOf('.')), 'base64url')
}

async function bySecret(secret: string): Promise<Verify> {
  const key = await hmacKey(secret)
  return async (token, _now, options) => {
    const { payload } = await jwtVerify(token, key, { ...options, algorithms: ['HS256'] })
    return { payload, until: Number.POSITIVE_INFINITY }
  }
}

function byIssuer(url: string, events: IssuerEvents): Verify {
  const keys = createIssuerKeys(url, events)
  return async (token, now, others) => {
    const options = { ...others, algorithms: ['RS256', 'ES256', 'EdDSA', 'Ed25519'] }
    let until = now
    const find = async (header: JWTHeaderParameters, jws: FlattenedJWSInput) => {
      const key = await keys.find(header, jws, now)
      until = keys.freshUntil()
      return key
    }
    try {
      const { payload } = await jwtVerify(token, find, options)
      return { payload, until }
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
      until = keys.freshUntil()
      const { payload } = await verifyByAny(error, token, options)
      return { payload, until }
    }
  }
}

/** An issuer that gives its keys no ids, or one id twice, leaves it to us which of the first sixteen signed. */
async function verifyByAny(keys: errors.JWKSMultipleMatchingKeys, token: string, options: JWTVerifyOptions) {
  let tried = 0
  for await (const key of keys) {
    if (++tried > MAX_KEYS_TRIED) break
    try {
      return await jwtVerify(token, key, options)
    } catch (error) {
      // The signature held: another key would say nothing better.
      if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed) throw error
    }
  }
  throw keys
}

/** Whatever goes wrong but the fetching of keys is the token's fault, such as naming a key that is too weak to be used. */
async function check(verify: Verify, token: string, settings: TokenSettings, now: number): Promise<Verified> {
  const options: JWTVerifyOptions = { currentDate: new Date(now), requiredClaims: ['sub', 'exp'] }
  if (settings.issuer) options.issuer = settings.issuer
  if (settings.audience) options.audience = settings.audience
  try {
    return await verify(token, now, options)
  } catch (error) {
    if (error instanceof KeysUnavailable) {
      const detail = 'The keys that access tokens are checked with cannot be had.'
      throw new Refusal({ code: 'unavailable', detail }, { 'Retry-After': '5' }, error)
    }
    if (error instanceof errors.JWTExpired) throw unauthorised('token_invalid', 'The access token has expired.')
    throw unauthorised('token_invalid', 'The access token is malformed, forged or not for here.')
  }
}

function read({ sub, scope, aud }: JWTPayload): Pick<AccessToken, 'identity' | 'scopes'> {
  const identity = [aud].flat().includes('checkout-handoff') ? undefined : parseSubject(sub)
  if (!identity) throw unauthorised('token_invalid', 'The access token names nobody Sepet knows.')
  return { identity, scopes: typeof scope === 'string' ? scope.split(' ') : [] }
}
