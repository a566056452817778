/** Which requests of a storefront may be executed twice without harm. */

import type { RetryRules } from './retrying-fetch.ts'
import { STOREFRONT_PATH } from './storefront-path.ts'

/** Methods and paths below {@link STOREFRONT_PATH}. An add needs a key besides, and emptying the cart is never repeated. */
const REPEATABLE = [
  /^GET /,
  /^(PATCH|DELETE) cart-items\/[^/]+(\/notes)?$/,
  /^(POST|DELETE) cart\/(coupon|campaign)$/,
  /^POST (cart\/merge|checkout-session|checkout-guest-session|guest-tokens)$/,
]

/**
 * Whether a request of a storefront may be executed twice without harm.
 *
 * @param request The request.
 * @returns True for reads, adds with an `Idempotency-Key`, changes to lines, coupon and campaign, merges, handoff links and guest tokens.
 *   False for `DELETE /cart`, which would remove what was added in between.
 * @example
 *
 * ```ts
 * import { isRepeatable } from "./repeatable-requests.ts"
 *
 * console.log(isRepeatable(new Request('https://shop.example.com/api/v3/storefront/2026-01/cart', { method: 'DELETE' })))
 * ```
 */
export function isRepeatable({ method, url, headers }: Request): boolean {
  const [path = ''] = (url.split(`${STOREFRONT_PATH}/`)[1] ?? '').split(/[?#]/)
  if (method === 'POST' && path === 'cart-items') return headers.has('Idempotency-Key')
  return REPEATABLE.some(each => each.test(`${method} ${path}`))
}

/** The rules of a storefront: without a network the waits of 20 attempts exceed the deadline, so the deadline ends the call. */
export const STOREFRONT_RETRIES: RetryRules = {
  isRepeatable,
  limits: { attempts: 20, maxWaitSeconds: 10, timeoutSeconds: 10, deadlineSeconds: 30 },
}
