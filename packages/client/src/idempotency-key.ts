/** Keys by which the service recognises a repeated request. */

import { storefrontPathOf } from './storefront-path.ts'

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

/**
 * Whether a request makes codes of a campaign with a key, so that the service recognises it when it is repeated.
 *
 * @param request The request.
 * @returns True for `POST` with an `Idempotency-Key` to the codes of a campaign.
 * @example
 *
 * ```ts
 * import { isKeyedOrder } from "./idempotency-key.ts"
 *
 * const url = 'https://shop.example.com/api/v3/admin/campaigns/6/codes'
 * console.log(isKeyedOrder(new Request(url, { method: 'POST', headers: { 'Idempotency-Key': 'a' } }))) // true
 * ```
 */
export function isKeyedOrder({ method, url, headers }: Request): boolean {
  const isOfCodes = /\/api\/v3\/admin\/campaigns\/\d+\/codes$/.test(new URL(url).pathname)
  return method === 'POST' && isOfCodes && headers.has('Idempotency-Key')
}

/**
 * Whether a request is an add that the service recognises when it is repeated.
 *
 * @param request The request.
 * @returns True for `POST /cart-items` with an `Idempotency-Key`.
 * @example
 *
 * ```ts
 * import { isKeyedAdd } from "./idempotency-key.ts"
 *
 * const url = 'https://shop.example.com/api/v3/storefront/2026-01/cart-items'
 * console.log(isKeyedAdd(new Request(url, { method: 'POST', headers: { 'Idempotency-Key': 'a' } }))) // true
 * ```
 */
export function isKeyedAdd({ method, url, headers }: Request): boolean {
  return method === 'POST' && storefrontPathOf(url) === 'cart-items' && headers.has('Idempotency-Key')
}
