/** `sepet/client`: the typed client of the Sepet API, for browsers, React Native and Node.js. */

import type { Api } from './answers.ts'
import type { CartClient } from './cart.ts'
import type { CheckoutClient } from './checkout.ts'
import type { CustomersClient } from './customers.ts'
import { type ErrorCode, type ErrorObject, SepetError } from './errors.ts'
import type { GuestStorage } from './guest-storage.ts'
import type { RetryOptions, Send } from './retrying-fetch.ts'
import { createShopperClient, type ShopperClient, type ShopperOptions } from './shopper.ts'
import { authorised, createApi, createCalls, createSend, type SepetClient, type ServiceOptions } from './transport.ts'

export type { CallOptions, Schemas } from './answers.ts'
export type { Cart, CartAfterAdding, CartItem, ItemNotes, NewItem } from './cart.ts'
export type { CheckoutLink, LinkOptions } from './checkout.ts'
export type {
  Customer,
  CustomerChanges,
  CustomerPage,
  CustomerQuery,
  NewCustomer,
  ReadOptions,
  SavedCustomer,
} from './customers.ts'
export type {
  Api,
  CartClient,
  CheckoutClient,
  CustomersClient,
  GuestStorage,
  RetryOptions,
  Send,
  SepetClient,
  ShopperClient,
  ShopperOptions,
}
export { createShopperClient, type ErrorCode, type ErrorObject, SepetError }

/**
 * Options of {@link createClient}.
 *
 * @example
 *
 * ```ts
 * import { type ClientOptions, createClient } from "sepet/client"
 *
 * declare function readAccessToken(): Promise<string>
 *
 * const options: ClientOptions = {
 *   baseUrl: 'https://shop.example.com',
 *   token: () => readAccessToken(),
 *   retry: { attempts: 5, maxWaitSeconds: 30 },
 * }
 * export const client = createClient(options)
 * ```
 */
export interface ClientOptions extends ServiceOptions {
  /** The access token, or a function that returns one. The function is called before every attempt, so a token can be renewed. */
  token: string | (() => string | Promise<string>)
}

/**
 * Creates a client of the API. The client keeps no state: every call reads from the service.
 *
 * @param options The URL of the service, the access token, and optionally `fetch` and the limits of the retries.
 * @returns The client. The token is read and checked by each call, which throws a `TypeError` if it is missing or contains a
 *   character that no token contains (RFC 6750 section 2.1), and a {@link SepetError} if the request is refused.
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
export function createClient({ token, ...options }: ClientOptions): SepetClient {
  const send = createSend(options.fetch)
  return createCalls(
    createApi(options, async request => send(authorised(request, typeof token === 'function' ? await token() : token))),
  )
}
