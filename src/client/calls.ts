/** The calls of the storefront's clients, by subject. */

import { type CartClient, createCartClient } from './cart.ts'
import type { CartMemory } from './cart-memory.ts'
import { type CheckoutClient, createCheckoutClient } from './checkout.ts'
import type { Api } from './responses.ts'

/** The calls of a client. */
export interface SepetClient {
  /** The cart of the token's owner, a member or a guest. */
  cart: CartClient
  /** Handoff links into the web checkout. */
  checkout: CheckoutClient
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
 * @param api The typed transport, which sends the access token.
 * @param memory Keeps the last cart.
 * @returns The calls.
 * @example
 *
 * ```ts
 * import { createCalls } from "./calls.ts"
 * import { createCartMemory } from "./cart-memory.ts"
 * import { createAttempt } from "./network.ts"
 * import { STOREFRONT_RETRIES } from "./repeatable-requests.ts"
 * import { createApi } from "./transport.ts"
 *
 * const owner = { current: () => 'guest', of: () => 'guest' }
 * const api = createApi({ baseUrl: 'https://shop.example.com' }, () => createAttempt(), STOREFRONT_RETRIES)
 * const { cart } = createCalls(api, createCartMemory(owner, Date.now))
 * console.log((await cart.read()).totalQuantity)
 * ```
 */
export function createCalls(api: Api, memory: CartMemory): SepetClient {
  return {
    cart: createCartClient(api, memory),
    checkout: createCheckoutClient(api),
    api,
  }
}
