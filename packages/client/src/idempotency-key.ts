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

/** Writes of administrators that take a key. */
const KEYED_WRITES = [/^POST \/api\/v3\/admin\/campaigns\/\d+\/codes$/, /^PATCH \/api\/v3\/admin\/products$/]

/**
 * Whether a request of an administrator is a write that the service recognises by its key when it is repeated.
 *
 * @param request The request.
 * @returns True for `POST` to the codes of a campaign and `PATCH` of products, with an `Idempotency-Key`.
 * @example
 *
 * ```ts
 * import { isKeyedWrite } from "./idempotency-key.ts"
 *
 * const url = 'https://shop.example.com/api/v3/admin/campaigns/6/codes'
 * console.log(isKeyedWrite(new Request(url, { method: 'POST', headers: { 'Idempotency-Key': 'a' } }))) // true
 * ```
 */
export function isKeyedWrite({ method, url, headers }: Request): boolean {
  const name = `${method} ${new URL(url).pathname.replace(/^.*(?=\/api\/v3\/admin\/)/, '')}`
  return headers.has('Idempotency-Key') && KEYED_WRITES.some(each => each.test(name))
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
