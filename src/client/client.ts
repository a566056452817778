/** `sepet/client`: the typed client of a Sepet, for browsers, React Native and Node.js. */

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
export type { Customer, CustomerChanges, CustomerPage, CustomerQuery, NewCustomer } from './customers.ts'
export { type ErrorCode, type ErrorObject, SepetError }

export interface ClientOptions {
  /** Where Sepet is reached, such as `https://shop.example.com`. */
  baseUrl: string
  /** The access token, or what gives one; it is asked before every request. */
  token: string | (() => string | Promise<string>)
  /** Sends requests instead of the platform's `fetch`. */
  fetch?: Send
  /** How often a request is sent that was refused before anything was done, and how long is waited: 3 times, up to 10 seconds each. */
  retry?: Partial<RetryOptions>
}

export interface SepetClient {
  cart: CartClient
  checkout: CheckoutClient
  customers: CustomersClient
  /** Every endpoint by its path, with the documents as they are sent (openapi-fetch). */
  api: Api
}

/** Makes a client. It keeps no state: everything is read from the service. */
export function createClient({ baseUrl, token, fetch, retry }: ClientOptions): SepetClient {
  const send: Send = fetch ?? (request => globalThis.fetch(request))
  const sendWithToken: Send = async request => {
    request.headers.set('Authorization', bearer(typeof token === 'function' ? await token() : token))
    const response = await send(request)
    // Such as the login page of a public network.
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

/** The platform's own complaint would repeat the token, and so write it into logs. */
function bearer(token: unknown): string {
  if (typeof token === 'string' && /^[\w\-.~+/]+=*$/.test(token)) return `Bearer ${token}`
  throw new TypeError('The access token is missing, or has characters that no token has.')
}

function isJson({ headers }: Response): boolean {
  return /^application\/(vnd\.api\+)?json/.test(headers.get('Content-Type') ?? '')
}
