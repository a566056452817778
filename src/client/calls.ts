/** The calls of the storefront's clients, by subject. */

import type { Api } from './answers.ts'
import { type CartClient, createCartClient } from './cart.ts'
import { type CheckoutClient, createCheckoutClient } from './checkout.ts'

/** The calls of a client. */
export interface SepetClient {
  /** The cart of the token's owner, a member or a guest. */
  cart: CartClient
  /** Handoff links into the web checkout. */
  checkout: CheckoutClient
  /**
   * The `openapi-fetch` client: every endpoint by its path, with documents as they are on the wire. It sends the token and
   * retries like the other calls. A refusal is not thrown, but is the `error` of the result. Only a successful response that is
   * not JSON is thrown as a `SepetError`.
   */
  api: Api
}

/**
 * Creates the calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The calls.
 * @example
 *
 * ```ts
 * import { createCalls } from "./calls.ts"
 * import { createApi } from "./transport.ts"
 *
 * const { cart } = createCalls(createApi({ baseUrl: 'https://shop.example.com' }, request => fetch(request)))
 * console.log((await cart.read()).totalQuantity)
 * ```
 */
export function createCalls(api: Api): SepetClient {
  return {
    cart: createCartClient(api),
    checkout: createCheckoutClient(api),
    api,
  }
}
