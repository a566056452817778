/** Which requests of a storefront may be executed twice without harm. */

import type { RetryRules } from './retrying-fetch.ts'

/** Methods and paths below `/api/v3/storefront/2026-01/`. An add needs a key besides, and emptying the cart is never repeated. */
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
  const [, path = ''] = /\/storefront\/2026-01\/([^?#]*)/.exec(url) ?? []
  if (method === 'POST' && path === 'cart-items') return headers.has('Idempotency-Key')
  return REPEATABLE.some(each => each.test(`${method} ${path}`))
}

/** The rules of a storefront: eight attempts outlast about ten seconds without a network. */
export const STOREFRONT: RetryRules = {
  isRepeatable,
  limits: { attempts: 8, maxWaitSeconds: 10, timeoutSeconds: 10, deadlineSeconds: 30 },
}
