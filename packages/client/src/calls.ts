/** The calls of the storefront's clients, by subject. */

import { type CartClient, createCartClient } from './cart.ts'
import type { CartMemory } from './cart-memory.ts'
import { type CheckoutClient, createCheckoutClient } from './checkout.ts'
import type { OwnedCalls } from './owned-calls.ts'
import { listOwnCoupons, type OwnCoupon } from './own-coupons.ts'
import { STOREFRONT_RETRIES } from './repeatable-requests.ts'
import type { Api, CallOptions } from './responses.ts'
import { createApi, createRetries, type ServiceOptions } from './transport.ts'
import { createWriteQueue } from './write-queue.ts'

/** The calls of a client. */
export interface SepetClient {
  /** The cart of the token's owner, a member or a guest. */
  cart: CartClient
  /** Handoff links into the web checkout. */
  checkout: CheckoutClient
  /**
   * Lists the coupons whose audience names the member, or the member's group, and that the member can still use in some cart: those that end
   * soonest first, at most 100. Apply one by its `code`.
   *
   * @param options An `AbortSignal`.
   * @returns The coupons.
   * @throws SepetError with 403 `insufficient_scope` for a guest, 401 `customer_not_active`, or a code of every cart call (see {@link CartClient}).
   * @example
   *
   * ```ts
   * import { createClient } from "sepet-client"
   *
   * const { coupons, cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
   * const [first] = await coupons()
   * if (first) await cart.applyCoupon(first.code)
   * ```
   */
  coupons: (options?: CallOptions) => Promise<OwnCoupon[]>
  /**
   * The `openapi-fetch` client: every endpoint by its path, with documents as they are on the wire. It sends the token and
   * retries like the other calls, but sends writes at once, and an add without a key: set `Idempotency-Key` to have it repeated. A
   * refusal is not thrown, but is the `error` of the result. Only a successful response that is not JSON is thrown as a `SepetError`.
   */
  api: Api
}

/**
 * Creates the calls of a client.
 *
 * @param options The URL of the service, and optionally the limits of the retries.
 * @param calls Begins the attempts of calls, which send the access token.
 * @param memory Keeps the last cart.
 * @returns The calls.
 * @throws RangeError If a limit of the retries is out of its range.
 * @example
 *
 * ```ts
 * import { createCalls } from "./calls.ts"
 * import { createCartMemory } from "./cart-memory.ts"
 * import { createAttempt } from "./network.ts"
 *
 * const owner = { current: () => 'guest', of: () => 'guest' }
 * const calls = { begin: () => createAttempt(), beginWaiting: () => createAttempt() }
 * const { cart } = createCalls({ baseUrl: 'https://shop.example.com' }, calls, createCartMemory(owner, Date.now))
 * console.log((await cart.read()).totalQuantity)
 * ```
 */
export function createCalls(options: ServiceOptions, calls: OwnedCalls, memory: CartMemory): SepetClient {
  const api = createApi(options, calls.begin, STOREFRONT_RETRIES)
  const sendBy = createRetries(options, STOREFRONT_RETRIES)
  const inOrder = createWriteQueue(calls, attempt => sendBy(() => attempt))
  return {
    cart: createCartClient(api, memory, inOrder),
    checkout: createCheckoutClient(api),
    coupons: options => listOwnCoupons(api, options),
    api,
  }
}
