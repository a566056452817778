/** Makes HS256 keys from secrets, for access tokens and handoff tokens. */

/** A CryptoKey verifies twice as fast as the raw secret, which would be imported on every call. */
export function hmacKey(secret: string): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', Buffer.from(secret), algorithm, false, ['sign', 'verify'])
}
