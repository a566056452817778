/** Fetches a JWKS (RFC 7517 section 5) from the configured address, with a time-out and a limit of bytes. */

import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from 'jose'

const TIMEOUT_MS = 1_500
/** Largest response: 1 MiB, some hundred keys with their certificates. */
const MAX_BYTES = 1_048_576

/** The error of a response that is no JWKS. `code` is logged, such as `HTTP_404`. */
class JwksError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.name = 'JwksError'
    this.code = code
  }
}

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
 * @throws Error when the response is late, too large, or not a JWKS
 */
export async function fetchJwks(url: string): Promise<Jwks> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: 'application/jwk-set+json, application/json' },
  })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    throw new JwksError(`the JWKS answered ${response.status}`, `HTTP_${response.status}`)
  }
  const text = await readText(response.body)
  const jwks: JSONWebKeySet = JSON.parse(text)
  return { find: createLocalJWKSet(jwks), ids: new Set(jwks.keys.map(({ kid }) => kid)), text }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new JwksError(`the JWKS has more than ${MAX_BYTES} bytes`, 'TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
