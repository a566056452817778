/** Fetches a JWKS (RFC 7517 section 5) from the configured address, with a time-out and a limit of bytes. */

import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose'
import { fetchFromIssuer, IssuerResponseError } from './fetch-from-issuer.ts'

const TIMEOUT_MS = 1_500

/** A fetched JWKS. */
export interface Jwks {
  /** Finds the key of a token. */
  find: LocalJWKSet
  /** Ids of the keys. */
  ids: ReadonlySet<unknown>
  /** Text of the response, by which changes are detected. */
  text: string
}

/**
 * Fetches the current keys of an issuer. Redirects are not followed: the issuer's web server could otherwise direct requests of
 * Sepet to any address. The media type is not checked, since issuers use several.
 * @throws Error when the issuer does not answer, or its response is late, too large, not 200, or no JWKS
 */
export async function fetchJwks(url: string): Promise<Jwks> {
  const response = await fetchFromIssuer(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: 'application/jwk-set+json, application/json' },
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new IssuerResponseError(`the JWKS answered ${response.status}`, `HTTP_${response.status}`)
  }
  const text = await response.text()
  const jwks: JSONWebKeySet = JSON.parse(text)
  return { find: createLocalJWKSet(jwks), ids: new Set(jwks.keys.map(({ kid }) => kid)), text }
}
