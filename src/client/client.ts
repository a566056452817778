/** `sepet/client`: the typed client of the Sepet API, for browsers, React Native and Node.js. */

import createTransport from 'openapi-fetch'
import type { Api } from './answers.ts'
import type { paths } from './api.generated.ts'
import { type CartClient, createCartClient } from './cart.ts'
import { type CheckoutClient, createCheckoutClient } from './checkout.ts'
import { type CustomersClient, createCustomersClient } from './customers.ts'
import { type ErrorCode, type ErrorObject, SepetError } from './errors.ts'
import { createRetryingFetch, type RetryOptions, type Send } from './retrying-fetch.ts'

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
export type { Api, CartClient, CheckoutClient, CustomersClient, RetryOptions, Send }
export { type ErrorCode, type ErrorObject, SepetError }

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
export interface ClientOptions {
  /** The URL of the service, without the path of the API, such as `https://shop.example.com`. */
  baseUrl: string
  /** The access token, or a function that returns one. The function is called before every attempt, so a token can be renewed. */
  token: string | (() => string | Promise<string>)
  /** Sends the requests. Defaults to the `fetch` of the platform. */
  fetch?: Send
  /**
   * Limits of the retries of requests that were refused before anything was done. Defaults to 3 attempts, with a wait of at most
   * 10 seconds before each retry.
   */
  retry?: Partial<RetryOptions>
}

/** The client of a service, from {@link createClient}. */
export interface SepetClient {
  /** The cart of the token's owner, a member or a guest. */
  cart: CartClient
  /** Handoff links into the web checkout. */
  checkout: CheckoutClient
  /** The customers of the shop. These calls require the token of an administrator. */
  customers: CustomersClient
  /**
   * The `openapi-fetch` client: every endpoint by its path, with documents as they are on the wire. It sends the token and
   * retries like the other calls. A refusal is not thrown, but is the `error` of the result. Only a successful response that is
   * not JSON is thrown as a {@link SepetError}.
   */
  api: Api
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
export function createClient({ baseUrl, token, fetch, retry }: ClientOptions): SepetClient {
  const send: Send = fetch ?? (request => globalThis.fetch(request))
  const sendWithToken: Send = async request => {
    request.headers.set('Authorization', bearer(typeof token === 'function' ? await token() : token))
    const response = await send(request)
    // The login page of a public network, for example, answers 200 with HTML.
    if (response.ok && response.status !== 204 && !isJson(response)) throw new SepetError(response, undefined)
    return response
  }
  const api = createTransport<paths>({
    baseUrl,
    headers: { Accept: 'application/vnd.api+json, application/json' },
    fetch: createRetryingFetch(sendWithToken, { attempts: 3, maxWaitSeconds: 10, ...retry }),
  })
  return {
    cart: createCartClient(api),
    checkout: createCheckoutClient(api),
    customers: createCustomersClient(api),
    api,
  }
}

/** Checks the token (RFC 6750 section 2.1): an error of the platform would contain it, and write it into logs. */
function bearer(token: unknown): string {
  if (typeof token === 'string' && /^[\w\-.~+/]+=*$/.test(token)) return `Bearer ${token}`
  throw new TypeError('The access token is missing, or has characters that no token has.')
}

function isJson({ headers }: Response): boolean {
  return /^application\/(vnd\.api\+)?json/.test(headers.get('Content-Type') ?? '')
}
