/** What the clients share: the calls by subject, and the sending of a request with an access token. */

import createTransport from 'openapi-fetch'
import type { Api } from './answers.ts'
import type { paths } from './api.generated.ts'
import { type CartClient, createCartClient } from './cart.ts'
import { type CheckoutClient, createCheckoutClient } from './checkout.ts'
import { type CustomersClient, createCustomersClient } from './customers.ts'
import { SepetError } from './errors.ts'
import { createRetryingFetch, type RetryOptions, type Send } from './retrying-fetch.ts'

/** The options that all clients have. */
export interface ServiceOptions {
  /** The URL of the service, without the path of the API, such as `https://shop.example.com`. */
  baseUrl: string
  /** Sends the requests. Defaults to the `fetch` of the platform. */
  fetch?: Send
  /**
   * Limits of the retries of requests that were refused before anything was done. Defaults to 3 attempts, with a wait of at most
   * 10 seconds before each retry.
   */
  retry?: Partial<RetryOptions>
}

/** The calls of a client. */
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
 * Creates the transport of a client.
 *
 * @param options The URL of the service, and optionally the limits of the retries.
 * @param send Sends one attempt, with whatever access token it needs.
 * @returns The typed transport.
 * @example
 *
 * ```ts
 * import { createApi } from "./transport.ts"
 *
 * const api = createApi({ baseUrl: 'https://shop.example.com' }, request => fetch(request))
 * console.log((await api.POST('/api/v3/storefront/2026-01/guest-tokens')).data?.expiresAt)
 * ```
 */
export function createApi({ baseUrl, retry }: ServiceOptions, send: Send): Api {
  return createTransport<paths>({
    baseUrl,
    headers: { Accept: 'application/vnd.api+json, application/json' },
    fetch: createRetryingFetch(send, { attempts: 3, maxWaitSeconds: 10, ...retry }),
  })
}

/**
 * Creates the calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The calls.
 * @example
 *
 * ```ts
 * import { createApi, createCalls } from "./transport.ts"
 *
 * const { cart } = createCalls(createApi({ baseUrl: 'https://shop.example.com' }, request => fetch(request)))
 * console.log((await cart.read()).totalQuantity)
 * ```
 */
export function createCalls(api: Api): SepetClient {
  return {
    cart: createCartClient(api),
    checkout: createCheckoutClient(api),
    customers: createCustomersClient(api),
    api,
  }
}

/**
 * Creates a function that sends one request, and throws a {@link SepetError} for a successful response that is not from Sepet:
 * the login page of a public network, for example, answers 200 with HTML.
 *
 * @param fetch Sends the request. Defaults to the `fetch` of the platform.
 * @returns A function that returns the response.
 * @example
 *
 * ```ts
 * import { createSend } from "./transport.ts"
 *
 * const send = createSend()
 * console.log((await send(new Request('https://shop.example.com/health/ready'))).status)
 * ```
 */
export function createSend(fetch: Send = request => globalThis.fetch(request)): Send {
  return async request => {
    const response = await fetch(request)
    if (response.ok && response.status !== 204 && !isJson(response)) throw new SepetError(response, undefined)
    return response
  }
}

/**
 * Adds an access token to a request.
 *
 * @param request The request, which is changed.
 * @param token The access token, of any type: an app in JavaScript may have none.
 * @returns The same request.
 * @throws TypeError If the token is missing or contains a character that no token contains. An error of the platform would contain
 *   the token, and write it into logs.
 * @example
 *
 * ```ts
 * import { authorised } from "./transport.ts"
 *
 * const request = new Request('https://shop.example.com/api/v3/storefront/2026-01/cart')
 * console.log((await fetch(authorised(request, 'eyJ…'))).status)
 * ```
 */
export function authorised(request: Request, token: unknown): Request {
  if (!isToken(token)) throw new TypeError('The access token is missing, or has characters that no token has.')
  request.headers.set('Authorization', `Bearer ${token}`)
  return request
}

/**
 * Whether a value has the characters of a bearer token (RFC 6750 section 2.1).
 *
 * @param value A value of any type.
 * @returns True if the value is such a text.
 * @example
 *
 * ```ts
 * import { isToken } from "./transport.ts"
 *
 * console.log(isToken('eyJ.eyJ.c2ln'), isToken('no token'), isToken(undefined))
 * ```
 */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w\-.~+/]+=*$/.test(value)
}

function isJson({ headers }: Response): boolean {
  return /^application\/(vnd\.api\+)?json/.test(headers.get('Content-Type') ?? '')
}
