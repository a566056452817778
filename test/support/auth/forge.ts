/** Builds tokens by hand, byte for byte, as no library would. */

import { createHmac } from 'node:crypto'

/** Signs `<header>.<payload>`. */
export type Signer = (input: string) => Buffer

/** A compact JWS of this header and payload, of which either may be text that is no JSON. */
export function forge(header: unknown, payload: unknown, sign: Signer): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${sign(input).toString('base64url')}`
}

/** Signs with a secret, by whatever hash. */
export function byHmac(secret: string | Buffer, hash = 'sha256'): Signer {
  return input => createHmac(hash, secret).update(input).digest()
}

function encode(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}
