/** Algorithms of external issuers, and which published keys are for them. */

import type { JWK } from 'jose'

/** Signatures of RFC 7518 section 3.1 and of RFC 8037, no secrets. The key decides which of them. */
export const ISSUER_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'],
  ...['EdDSA', 'Ed25519'],
]
const CURVES = ['P-256', 'P-384', 'P-521', 'Ed25519']
/** Characters of a modulus of 2048 bits in base64url. */
const LEAST_MODULUS = 342

/** Whether the members of a key are those of one that verifies signatures; its numbers are not checked. An issuer may publish anything. */
export function isForSignatures({ kty, crv, n, d, use, alg, key_ops: operations }: JWK): boolean {
  if (d !== undefined) return false
  if (typeof use === 'string' && use !== 'sig') return false
  if (typeof alg === 'string' && !ISSUER_ALGORITHMS.includes(alg)) return false
  if (Array.isArray(operations) && !operations.includes('verify')) return false
  if (kty === 'RSA') return typeof n === 'string' && n.length >= LEAST_MODULUS
  return (kty === 'EC' || kty === 'OKP') && CURVES.includes(String(crv))
}
