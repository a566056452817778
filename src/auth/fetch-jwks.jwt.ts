/** Fetches a JWKS (RFC 7517 section 5), from the configured address alone and never more than makes sense. */

import { createLocalJWKSet, type LocalJWKSet } from 'jose'

const TIMEOUT_MS = 1_500
/** 1 MiB: some hundred keys with their certificates. */
const MAX_BYTES = 1_048_576

export interface Jwks {
  find: LocalJWKSet
  /** As it was published, to tell whether anything has changed. */
  text: string
}

/**
 * Fetches the keys that an issuer publishes now. A redirect is not followed: it would let the issuer's web server choose
 * whom Sepet calls. The media type is not looked at, since issuers send several.
 * @throws Error when there is no answer in time, or one that is not a JWKS
 */
export async function fetchJwks(url: string): Promise<Jwks> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { Accept: 'application/jwk-set+json, application/json' },
  })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    throw new Error(`the JWKS answered ${response.status}`)
  }
  const text = await readText(response.body)
  return { find: createLocalJWKSet(JSON.parse(text)), text }
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`the JWKS has more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
