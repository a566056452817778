/** `sepet/client`: the typed client of a storefront, for browsers, React Native and Node.js. `sepet/client/admin` is for administrators. */

import type { SepetClient } from './calls.ts'
import type { CartClient } from './cart.ts'
import type { CheckoutClient } from './checkout.ts'
import { type ErrorCode, type ErrorObject, SepetError } from './errors.ts'
import type { GuestStorage } from './guest-storage.ts'
import { isNetworkError, type Send } from './network.ts'
import type { Api } from './responses.ts'
import type { RetryOptions } from './retrying-fetch.ts'
import { createShopperClient, type ShopperClient, type ShopperOptions } from './shopper.ts'
import { createTokenClient } from './token-client.ts'
import type { ClientOptions } from './transport.ts'

export type { AddOptions, CartAfterAdding, NewItem } from './cart.ts'
export type { Cart, CartItem, ItemNotes } from './cart-document.ts'
export type { LatestCart, ReadLatestOptions } from './cart-reads.ts'
export type { CheckoutLink, LinkOptions } from './checkout.ts'
export type { CallOptions, Schemas } from './responses.ts'
export type {
  Api,
  CartClient,
  CheckoutClient,
  ClientOptions,
  GuestStorage,
  RetryOptions,
  Send,
  SepetClient,
  ShopperClient,
  ShopperOptions,
}
export { createShopperClient, type ErrorCode, type ErrorObject, isNetworkError, SepetError }

/**
 * Creates a client of the API. It keeps the last cart in memory, of the owner of the latest token.
 *
 * @param options The URL of the service, the access token, and optionally `fetch` and the limits of the retries.
 * @returns The client. The token is read and checked by each call, which throws a `TypeError` if it is missing or contains a
 *   character that no token contains (RFC 6750 section 2.1), and a {@link SepetError} if the request is refused.
 * @throws RangeError If a limit of the retries is out of its range.
 * @example
 *
 * ```ts
 * import { createClient } from "sepet/client"
 *
 * const sepet = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
 * const cart = await sepet.cart.addItem({ productId: 108, quantity: 3 })
 * console.log(cart.items.length, cart.grandTotal?.amount)
 * ```
 */
export function createClient(options: ClientOptions): SepetClient {
  return createTokenClient(options)
}
