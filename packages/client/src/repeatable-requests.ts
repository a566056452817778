/** Which requests of a storefront may be executed twice without harm. */

import { isConditional } from './entity-tag.ts'
import { isKeyedAdd } from './idempotency-key.ts'
import type { RetryRules } from './retrying-fetch.ts'
import { storefrontPathOf } from './storefront-path.ts'

/** Methods and paths below the storefront's. Adds need a key, and emptying the cart a tag. */
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
 *   `DELETE /cart` would remove what was added in between: true only with the tag of a cart in `If-Match`.
 * @example
 *
 * ```ts
 * import { isRepeatable } from "./repeatable-requests.ts"
 *
 * console.log(isRepeatable(new Request('https://shop.example.com/api/v3/storefront/2026-01/cart', { method: 'DELETE' })))
 * ```
 */
export function isRepeatable(request: Request): boolean {
  const { method, url } = request
  const name = `${method} ${storefrontPathOf(url)}`
  if (name === 'DELETE cart') return isConditional(request)
  return isKeyedAdd(request) || REPEATABLE.some(each => each.test(name))
}

/** The rules of a storefront: without a network the waits of 20 attempts exceed the deadline, so the deadline ends the call. */
export const STOREFRONT_RETRIES: RetryRules = {
  isRepeatable,
  limits: { attempts: 20, maxWaitSeconds: 10, timeoutSeconds: 10, deadlineSeconds: 30 },
}
