/** Verification of tokens by the published keys of an external issuer; their header alone refuses invented ones. */

import {
  errors,
  type FlattenedJWSInput,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose'
import { ISSUER_ALGORITHMS } from './issuer-algorithms.ts'
import { createIssuerKeys } from './issuer-keys.jwt.ts'
import type { IssuerEvents } from './issuer-refresh.jwt.ts'

/** The error of every token with another algorithm: one for all, since the creation of an error takes longer than the check. */
const WRONG_ALGORITHM = new errors.JOSEAlgNotAllowed()
/** Keys that are tried for a token without a key id: each try costs 0.1 ms, and a JWKS may have ten thousand keys. */
export const MAX_KEYS_TRIED = 16

/** The claims of a verified token. */
export interface Verified {
  payload: JWTPayload
  /** Time at which the verifying keys must be fetched again, in milliseconds since the epoch. */
  until: number
}

/** A token with its header, of which nothing is verified yet. */
export interface ReadToken {
  text: string
  header: ProtectedHeaderParameters
}

/** Verifies the signature and the claims of a token at the time `now`, in milliseconds since the epoch. */
export type Verify = (token: ReadToken, now: number, options: JWTVerifyOptions) => Promise<Verified>

/** Verification by keys that are fetched. */
export interface IssuerVerification {
  /** @throws KeysUnavailable and errors of jose */
  verify: Verify
  /** Fetches the keys before the first token. */
  fetchKeys: (now: number) => void
}

/** Creates the verification by the keys at `url`. */
export function byIssuer(url: string, events: IssuerEvents): IssuerVerification {
  const keys = createIssuerKeys(url, events)
  const verifyByKnown: Verify = async ({ text }, now, options) => {
    let until = now
    const find = async (header: JWTHeaderParameters, jws: FlattenedJWSInput) => {
      const key = await keys.find(header, jws, now)
      until = keys.freshUntil()
      return key
    }
    try {
      const { payload } = await jwtVerify(text, find, options)
      return { payload, until }
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
      until = keys.freshUntil()
      const { payload } = await verifyByAny(error, text, options)
      return { payload, until }
    }
  }
  const verify: Verify = async (token, now, others) => {
    const { alg, kid } = token.header
    // The header alone refuses invented tokens: their claims are not parsed, and no signature is verified.
    if (!(ISSUER_ALGORITHMS as unknown[]).includes(alg)) throw WRONG_ALGORITHM
    await keys.requireKey(kid, now)
    const options = { ...others, algorithms: ISSUER_ALGORITHMS }
    try {
      return await verifyByKnown(token, now, options)
    } catch (error) {
      // An issuer may replace a key below its id, or have none.
      if (!isOfOtherKey(error) || !(await keys.findNewer(now))) throw error
      return verifyByKnown(token, now, options)
    }
  }
  return { verify, fetchKeys: keys.fetch }
}

/** Whether a known key has not signed the token, or several could have: a newer one may have. */
export function isOfOtherKey(error: unknown): boolean {
  return error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSMultipleMatchingKeys
}

/** Verifies a token by the first sixteen matching keys, for issuers whose keys have no ids or share one. */
async function verifyByAny(keys: errors.JWKSMultipleMatchingKeys, token: string, options: JWTVerifyOptions) {
  let tried = 0
  for await (const key of keys) {
    if (++tried > MAX_KEYS_TRIED) break
    try {
      return await jwtVerify(token, key, options)
    } catch (error) {
      // The signature is valid, so other keys need not be tried.
      if (error instanceof errors.JWTExpired || error instanceof errors.JWTClaimValidationFailed) throw error
    }
  }
  throw keys
}
