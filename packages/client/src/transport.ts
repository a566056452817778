/** What the clients share: their options, and the sending of a request with an access token. */

import createTransport from 'openapi-fetch'
import { untilAborted } from './abort.ts'
import type { paths } from './api.generated.ts'
import type { Attempt, Send } from './network.ts'
import type { Api } from './responses.ts'
import { createRetryingFetch, limitsOf, type RetryRules, type RetrySettings } from './retrying-fetch.ts'

/** The options that all clients have. */
export interface ServiceOptions {
  /** The URL of the service, without the path of the API, such as `https://shop.example.com`. */
  baseUrl: string
  /** Sends the requests. Defaults to the `fetch` of the platform. */
  fetch?: Send
  /** Limits of the retries. A limit that is undefined has its default. */
  retry?: RetrySettings | undefined
}

/**
 * Options of `createClient` and of `createAdminClient`.
 *
 * @example
 *
 * ```ts
 * import { type ClientOptions, createClient } from "sepet-client"
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
 * @param begin Called for each request. It returns the function that sends its attempts, with whatever access token they need.
 * @param rules Which requests are repeated, and the limits where the options have none.
 * @returns The typed transport.
 * @throws RangeError If a limit is out of its range.
 * @example
 *
 * ```ts
 * import { createAttempt } from "./network.ts"
 * import { STOREFRONT_RETRIES } from "./repeatable-requests.ts"
 * import { createApi } from "./transport.ts"
 *
 * const attempt = createAttempt()
 * const api = createApi({ baseUrl: 'https://shop.example.com' }, () => attempt, STOREFRONT_RETRIES)
 * console.log((await api.POST('/api/v3/storefront/2026-01/guest-tokens')).data?.expiresAt)
 * ```
 */
export function createApi(options: ServiceOptions, begin: () => Attempt, rules: RetryRules): Api {
  return createTransport<paths>({
    baseUrl: options.baseUrl,
    headers: { Accept: 'application/vnd.api+json, application/json' },
    redirect: 'manual',
    fetch: createRetries(options, rules)(begin),
  })
}

/**
 * Creates the retries of a client.
 *
 * @param options The limits of the app.
 * @param rules Which requests are repeated, and the limits where the options have none.
 * @returns A function that creates the sending of requests from the function that is called for each of them, and returns its attempts.
 * @throws RangeError If a limit is out of its range.
 * @example
 *
 * ```ts
 * import { createAttempt } from "./network.ts"
 * import { STOREFRONT_RETRIES } from "./repeatable-requests.ts"
 * import { createRetries } from "./transport.ts"
 *
 * const send = createRetries({ retry: { attempts: 5 } }, STOREFRONT_RETRIES)(() => createAttempt())
 * console.log((await send(new Request('https://shop.example.com/health/ready'))).status)
 * ```
 */
export function createRetries({ retry }: Pick<ServiceOptions, 'retry'>, rules: RetryRules) {
  const limits = limitsOf(retry, rules.limits)
  return (begin: () => Attempt): Send => createRetryingFetch(begin, limits, rules.isRepeatable)
}

/**
 * Takes the access token for an attempt.
 *
 * @param token The access token, or a function that returns one.
 * @param signal The signal of the request: the wait for the function ends with it.
 * @returns The token. It throws the error of the function, and an {@link InvalidTokenError} if the token is none.
 * @example
 *
 * ```ts
 * import { takeToken } from "./transport.ts"
 *
 * console.log((await takeToken(async () => 'eyJ…', undefined)).length)
 * ```
 */
export async function takeToken(
  token: ClientOptions['token'],
  signal: AbortSignal | null | undefined,
): Promise<string> {
  return checked(typeof token === 'function' ? await untilAborted(Promise.resolve(token()), signal) : token)
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
  request.headers.set('Authorization', `Bearer ${checked(token)}`)
  return request
}

function checked(token: unknown): string {
  if (!isToken(token)) throw new InvalidTokenError('The access token is missing, or has characters that no token has.')
  return token
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
