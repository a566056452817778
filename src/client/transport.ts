/** What the clients share: their options, and the sending of a request with an access token. */

import createTransport from 'openapi-fetch'
import type { Api } from './answers.ts'
import type { paths } from './api.generated.ts'
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

/**
 * Options of `createClient` and of `createAdminClient`.
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
 * Creates a function that sends one attempt of a request with the access token of a client.
 *
 * @param options The access token, and optionally `fetch`.
 * @returns A function that returns the response. It throws the errors of `fetch` and of the `token` function, a `TypeError` if the
 *   token is none, and a {@link SepetError} for a successful response that is not from Sepet.
 * @example
 *
 * ```ts
 * import { createApi, createAuthorisedSend } from "./transport.ts"
 *
 * const options = { baseUrl: 'https://shop.example.com', token: 'eyJ…' }
 * const api = createApi(options, createAuthorisedSend(options))
 * console.log((await api.GET('/api/v3/storefront/2026-01/cart')).response.status)
 * ```
 */
export function createAuthorisedSend({ token, fetch }: ClientOptions): Send {
  const send = createSend(fetch)
  return async request => send(authorised(request, typeof token === 'function' ? await token() : token))
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

/** The `TypeError` of a token that is missing or contains a character that no token contains. A repeated call does not help. */
export class InvalidTokenError extends TypeError {}

/**
 * Adds an access token to a request.
 *
 * @param request The request, which is changed.
 * @param token The access token, of any type: an app in JavaScript may have none.
 * @returns The same request.
 * @throws InvalidTokenError If the token is missing or contains a character that no token contains. An error of the platform would contain
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
  if (!isToken(token)) throw new InvalidTokenError('The access token is missing, or has characters that no token has.')
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
