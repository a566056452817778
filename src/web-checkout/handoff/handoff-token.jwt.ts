/** Handoff tokens: JWTs that Sepet both signs and verifies (specification 2.8 and 5). */

import { createHmac, type KeyObject } from 'node:crypto'
import { errors, type JWTPayload, SignJWT } from 'jose'
import { hmacKey, verifyHs256 } from '../../auth/hs256.jwt.ts'
import { cartIdOf, type Owner, parseSubject } from '../../auth/identity.ts'
import { hashedNetwork } from '../../http/rate-limit/network-keys.ts'
import { isStorable } from '../../schema/fields.ts'
import type { Handoff, Rejection } from './handoff.ts'

const AUDIENCE = 'checkout-handoff'
const MAX_JTI_LENGTH = 255

/** Signs and verifies handoffs, and masks whom they are about. */
export interface HandoffTokens {
  /** Signs the token of a handoff. */
  sign(handoff: Handoff): Promise<string>
  /**
   * Verifies a token.
   * @param now milliseconds since the epoch
   * @returns the handoff, or the reason why the token is rejected
   */
  verify(token: string, now: number): Promise<Handoff | Rejection>
  /** Returns a pseudonym of an owner for logs: equal for equal owners, and not reversible without the secret. */
  mask(owner: Owner): string
  /** Returns the keyed hash of a client network, with that of its IPv6 site: equal for equal ones, and not reversible without the secret. */
  hashNetwork(network: string): string
}

/** Creates the signer and verifier. @param secrets at least one: the first signs, all verify */
export function createHandoffTokens(secrets: string[]): HandoffTokens {
  const [secret = ''] = secrets
  const keys = secrets.map(hmacKey)
  return {
    sign: handoff => sign(handoff, keys[0] as KeyObject),
    verify: (token, now) => verify(token, keys, now),
    mask: owner =>
      `${owner.kind}#${createHmac('sha256', secret)
        .update(`mask ${cartIdOf(owner)}`)
        .digest('hex')
        .slice(0, 10)}`,
    hashNetwork: network =>
      hashedNetwork(network, name => createHmac('sha256', secret).update(`network ${name}`).digest('base64url')),
  }
}

/**
 * Signs with fractional seconds, which NumericDate allows (RFC 7519 section 2), so that a link expires exactly at `expiresAt`.
 */
function sign({ jti, owner, path, issuedAt, expiresAt }: Handoff, key: KeyObject): Promise<string> {
  const cart = owner.kind === 'guest' && { cart: cartIdOf(owner) }
  return new SignJWT({ path, ...cart })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(cartIdOf(owner))
    .setJti(jti)
    .setIssuedAt(issuedAt / 1000)
    .setExpirationTime(expiresAt / 1000)
    .setAudience(AUDIENCE)
    .sign(key)
}

async function verify(token: string, keys: KeyObject[], now: number): Promise<Handoff | Rejection> {
  for (const key of keys) {
    try {
      const claims = verifyHs256(token, key, { audience: AUDIENCE, currentDate: new Date(now) })
      return toHandoff(claims) ?? 'token_invalid'
    } catch (error) {
      if (error instanceof errors.JWTExpired) return 'token_expired'
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) return 'token_invalid'
    }
  }
  return 'token_invalid'
}

/** Converts claims into a handoff. @returns undefined unless the claims are exactly those that `sign` writes */
function toHandoff({ sub, jti, path, cart, iat, exp, aud, ...others }: JWTPayload): Handoff | undefined {
  const owner = parseSubject(sub)
  if (owner?.kind !== 'member' && owner?.kind !== 'guest') return undefined
  const expectedCart = owner.kind === 'guest' ? cartIdOf(owner) : undefined
  if (cart !== expectedCart || aud !== AUDIENCE || Object.keys(others).length > 0) return undefined
  if (!isJti(jti) || typeof path !== 'string' || iat === undefined || exp === undefined) return undefined
  const [issuedAt, expiresAt] = [Math.round(iat * 1000), Math.round(exp * 1000)]
  if (!Number.isSafeInteger(issuedAt) || !Number.isSafeInteger(expiresAt)) return undefined
  return { jti, owner, path, issuedAt, expiresAt }
}

function isJti(jti: unknown): jti is string {
  return typeof jti === 'string' && jti !== '' && jti.length <= MAX_JTI_LENGTH && isStorable(jti)
}
