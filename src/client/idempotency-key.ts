/** Keys by which the service recognises a repeated request. */

/** The parts of Web Crypto that a platform may have. */
interface Crypto {
  randomUUID?: () => string
}

/**
 * Creates a key: a random UUID where the platform has one, otherwise 128 random bits. A key is unique, not secret.
 *
 * @param platform The globals of the platform.
 * @param random Returns a random number from 0 up to 1.
 * @returns 32 to 36 characters of hexadecimal digits and hyphens.
 * @example
 *
 * ```ts
 * import { newIdempotencyKey } from "./idempotency-key.ts"
 *
 * console.log(newIdempotencyKey())
 * ```
 */
export function newIdempotencyKey(
  platform: { crypto?: Crypto } = globalThis as { crypto?: Crypto },
  random: () => number = Math.random,
): string {
  // Browsers have it on pages of HTTPS only, React Native with a polyfill only.
  if (typeof platform.crypto?.randomUUID === 'function') return platform.crypto.randomUUID()
  const digit = () => Math.floor(random() * 16).toString(16)
  return Array.from({ length: 32 }, digit).join('')
}
