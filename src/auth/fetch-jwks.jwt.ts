/** Fetches a JWKS (RFC 7517 section 5) from the configured address, with a time-out and a limit of bytes. */

import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose'
import { startReadTimeout } from '../read-timeout.ts'
import { fetchFromIssuer, IssuerResponseError } from './fetch-from-issuer.ts'
import { isForSignatures } from './issuer-algorithms.ts'

/** Time for the answer, without that in which this process could not read it. */
const TIMEOUT_MS = 1_500

/** The problem of a JWKS that can be read, and verifies nothing. */
export const NO_VERIFYING_KEY = new IssuerResponseError('the JWKS has no key for signatures', 'NO_VERIFYING_KEY')

/** A fetched JWKS. */
export interface Jwks {
  /** Finds the key of a token. */
  find: LocalJWKSet
  /** Ids of the keys. */
  ids: ReadonlySet<unknown>
  /** Whether one of the keys is for signatures. */
  verifies: boolean
  /** Text of the response, by which changes are detected. */
  text: string
}

/**
 * Fetches the current keys of an issuer. Redirects are not followed: the issuer's web server could otherwise direct requests of
 * Sepet to any address. The media type is not checked, since issuers use several.
 * @throws Error when the issuer does not answer, or its response is late; IssuerResponseError when it is too large, not 200, or no JWKS
 */
export async function fetchJwks(url: string): Promise<Jwks> {
  const late = new AbortController()
  const stop = startReadTimeout(TIMEOUT_MS, () => late.abort(new DOMException('the JWKS is late', 'TimeoutError')))
  try {
    return readJwks(await fetchText(url, late.signal))
  } finally {
    stop()
  }
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  const headers = { Accept: 'application/jwk-set+json, application/json' }
  const response = await fetchFromIssuer(url, { redirect: 'manual', signal, headers })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new IssuerResponseError(`the JWKS answered ${response.status}`, `HTTP_${response.status}`)
  }
  return response.text()
}

/** @throws IssuerResponseError, which contains nothing of the text */
function readJwks(text: string): Jwks {
  const jwks = parse(text)
  try {
    const find = createLocalJWKSet(jwks)
    return { find, ids: new Set(jwks.keys.map(({ kid }) => kid)), verifies: jwks.keys.some(isForSignatures), text }
  } catch {
    throw new IssuerResponseError('the response is no JWKS', 'NO_KEY_SET')
  }
}

function parse(text: string): JSONWebKeySet {
  try {
    return JSON.parse(text)
  } catch {
    throw new IssuerResponseError('the response is no JSON', 'NO_JSON')
  }
}
