/** Builds compact JWS tokens by hand, including tokens that no library would build. */

import { createHmac } from 'node:crypto'

/** Signs `<header>.<payload>`. */
export type Signer = (input: string) => Buffer

/** Builds a compact JWS. `header` and `payload` are objects, or texts that need not be JSON. */
export function forge(header: unknown, payload: unknown, sign: Signer): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${sign(input).toString('base64url')}`
}

/** Creates an HMAC signer with a secret and a hash. */
export function byHmac(secret: string | Buffer, hash = 'sha256'): Signer {
  return input => createHmac(hash, secret).update(input).digest()
}

function encode(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}
