/** The keys with which the identity provider signs ID tokens and logout tokens. */

import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { fetchFromIssuer } from '../../auth/fetch-from-issuer.ts'
import { COOLDOWN_MS, isWithin } from '../../auth/issuer-refresh.jwt.ts'
import { isOfOtherKey, MAX_KEYS_TRIED } from '../../auth/issuer-tokens.jwt.ts'

const TIMEOUT_MS = 5_000
/** Time after which the keys are read again, so that a withdrawn one verifies nothing any more. */
const MAX_AGE_MS = 300_000

/** Verifies by the keys of the provider. */
export interface ProviderKeys {
  /**
   * Verifies a token that the provider has handed over itself. Where no known key has signed it, the keys are read again.
   * @throws the error of `verify`, or that of reading the keys
   */
  verifyOwn<T>(verify: (keys: JWTVerifyGetKey) => Promise<T>): Promise<T>
  /** The same for a token that anyone may have invented: the keys are read again at most every two seconds. */
  verifySent<T>(verify: (keys: JWTVerifyGetKey) => Promise<T>): Promise<T>
}

/** Creates the keys at an address, which are read at the first use. @param now milliseconds since the epoch */
export function createProviderKeys(url: string, now: () => number): ProviderKeys {
  let readAt = Number.NEGATIVE_INFINITY
  let failure: unknown
  const keys = createRemoteJWKSet(new URL(url), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: MAX_AGE_MS,
    // What is read again, and when, is decided here: a provider may also replace a key below its id.
    cooldownDuration: Number.POSITIVE_INFINITY,
    [customFetch]: (address, options) => {
      readAt = now()
      failure = undefined
      return fetchFromIssuer(address, options)
    },
  })
  const byKnown = async <T>(verify: (keys: JWTVerifyGetKey) => Promise<T>): Promise<T> => {
    try {
      return await verify(keys)
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
      return verifyByAny(error, verify)
    }
  }
  const verifyAgain = async <T>(error: unknown, verify: (keys: JWTVerifyGetKey) => Promise<T>): Promise<T> => {
    if (!mayFitNewerKey(error)) throw error
    failure = await keys.reload().catch(reason => reason)
    if (failure !== undefined) throw failure
    return byKnown(verify)
  }
  return {
    verifyOwn: verify => byKnown(verify).catch(error => verifyAgain(error, verify)),
    verifySent: verify =>
      byKnown(verify).catch(error => {
        // While the keys are being read, all tokens wait for the same answer.
        if (mayFitNewerKey(error) && !keys.reloading && isWithin(COOLDOWN_MS, readAt, now())) throw failure ?? error
        return verifyAgain(error, verify)
      }),
  }
}

/** Verifies by the first sixteen of the keys that fit, for providers whose keys have no ids. @throws the error itself where none of them has signed */
async function verifyByAny<T>(
  fitting: errors.JWKSMultipleMatchingKeys,
  verify: (keys: JWTVerifyGetKey) => Promise<T>,
): Promise<T> {
  let tried = 0
  for await (const key of fitting) {
    if (++tried > MAX_KEYS_TRIED) break
    try {
      return await verify(async () => key)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw fitting
}

/** Whether an error tells that the keys cannot be read, and nothing about the token. */
export function isOutOfReach({ code }: errors.JOSEError): boolean {
  return ['ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID', 'ERR_JWKS_TIMEOUT'].includes(code)
}

/** Whether newer keys may verify what these have not. */
function mayFitNewerKey(error: unknown): boolean {
  return error instanceof errors.JWKSNoMatchingKey || isOfOtherKey(error)
}
