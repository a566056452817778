/** HS256 keys of access tokens and handoff tokens. */

/** Imports a secret as HS256 key. A CryptoKey verifies twice as fast as the raw secret, which jose imports on every call. */
export function hmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', Buffer.from(secret), algorithm, false, ['sign', 'verify'])
}
