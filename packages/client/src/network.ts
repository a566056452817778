/** One attempt of a request: the response with its whole body, or a failure of the network. */

import { within } from './abort.ts'
import { SepetError } from './errors.ts'
import { isRedirect, redirectError, withoutRedirects } from './redirects.ts'

/**
 * A function that sends one request and returns its response, such as `fetch`.
 *
 * @param request The request, with the access token in `Authorization`. Its `signal` aborts when the app aborts the call or the time
 *   of the attempt is over. Its `redirect` is `manual`: a redirect that is followed takes the token to another address.
 * @returns The response, of any status. That of a redirect is thrown as a `SepetError`.
 * @throws Any error; it counts as a failure of the network. The call throws it unchanged when it does not repeat the request.
 * @example
 *
 * ```ts
 * import type { Send } from "sepet-client"
 *
 * export const sendWithLog: Send = request => {
 *   console.log(request.method, request.url)
 *   return fetch(request)
 * }
 * ```
 */
export type Send = (request: Request) => Promise<Response>

/** Sends one attempt. The time limits the sending and the reading of the response, and not the wait for an access token. */
export type Attempt = (request: Request, timeoutSeconds: number) => Promise<Response>

/** Wraps an error of `fetch` between the attempt and the retries, which tell it apart from every other error. */
export class NetworkFailure extends Error {
  /** What the call throws: the error of `fetch`, or a {@link networkError} in place of a value that is no object. */
  readonly reason: object

  /** @param reason The error of `fetch`, of any type. */
  constructor(reason: unknown) {
    super('The network failed.')
    const isObject = (typeof reason === 'object' && reason !== null) || typeof reason === 'function'
    this.reason = isObject ? reason : networkError(`The network failed: ${String(reason)}`, reason)
  }
}

/** Creates an error with the name `NetworkError`. */
function networkError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message), { name: 'NetworkError', cause })
}

/**
 * Creates a function that sends one attempt, and throws a {@link SepetError} for a redirect and for a successful response that is not
 * from Sepet: the login page of a public network, for example, is a 200 with HTML.
 *
 * @param fetch Sends the request. Defaults to the `fetch` of the platform; any other may send to another address.
 * @returns A function that returns the response, whose body has arrived. It throws a {@link NetworkFailure} if `fetch` fails, the
 *   body ends early or the time is over, and the reason of an abort.
 * @example
 *
 * ```ts
 * import { createAttempt } from "./network.ts"
 *
 * const attempt = createAttempt()
 * console.log((await attempt(new Request('https://shop.example.com/health/ready'), 10)).status)
 * ```
 */
export function createAttempt(fetch?: Send): Attempt {
  return createAttemptOf(fetch, { read: withWholeBody, isOfSepet: isJson })
}

/**
 * Creates a function that sends one attempt like that of {@link createAttempt}, but leaves the body of a successful response unread, which
 * may be a CSV file.
 *
 * @param fetch Sends the request. Defaults to the `fetch` of the platform.
 * @returns A function that returns the response. The time limits the wait for its head.
 * @example
 *
 * ```ts
 * import { createStreamedAttempt } from "./network.ts"
 *
 * const attempt = createStreamedAttempt()
 * const { body } = await attempt(new Request('https://shop.example.com/api/v3/admin/exports/products'), 10)
 * if (body) for await (const bytes of body) console.log(bytes.length)
 * ```
 */
export function createStreamedAttempt(fetch?: Send): Attempt {
  return createAttemptOf(fetch, {
    read: async response => (response.ok ? response : withWholeBody(response)),
    isOfSepet: response => isJson(response) || isCsv(response),
  })
}

/** What an attempt does with a response. */
interface Reading {
  read: (response: Response) => Promise<Response>
  /** Whether a successful response with a body is from Sepet. */
  isOfSepet: (response: Response) => boolean
}

function createAttemptOf(fetch: Send | undefined, { read, isOfSepet }: Reading): Attempt {
  const send = fetch ?? (request => globalThis.fetch(request))
  const sendWhole = async (request: Request): Promise<Response | SepetError> => {
    const response = await send(withoutRedirects(request))
    if (isRedirect(response, fetch ? undefined : request.url)) return redirectError(response)
    return request.method === 'HEAD' ? response : read(response)
  }
  return async (request, timeoutSeconds) => {
    const result = await (Number.isFinite(timeoutSeconds)
      ? within(timeoutSeconds, request.signal, signal => sendWhole(withSignal(request, signal)))
      : sendWhole(request)
    ).catch(error => {
      throw request.signal?.aborted ? error : new NetworkFailure(error)
    })
    if (result instanceof SepetError) throw result
    if (result.ok && result.status !== 204 && !isOfSepet(result)) throw new SepetError(result, undefined)
    return result
  }
}

/**
 * Creates a function that sends a request once, without a limit of time.
 *
 * @param attempt Sends one attempt.
 * @returns A function that throws the errors of `fetch` unchanged.
 * @example
 *
 * ```ts
 * import { createAttempt, createSendOnce } from "./network.ts"
 *
 * const send = createSendOnce(createAttempt())
 * console.log((await send(new Request('https://shop.example.com/health/ready'))).status)
 * ```
 */
export function createSendOnce(attempt: Attempt): Send {
  return request =>
    attempt(request, Number.POSITIVE_INFINITY).catch(error => {
      throw error instanceof NetworkFailure ? markAsNetworkError(error.reason) : error
    })
}

/**
 * Creates a request with another signal.
 *
 * @param request The request, whose body cannot be read any more afterwards.
 * @param signal The signal.
 * @returns The same request if it has this signal.
 * @example
 *
 * ```ts
 * import { withSignal } from "./network.ts"
 *
 * const { signal } = new AbortController()
 * console.log(withSignal(new Request('https://shop.example.com/health/ready'), signal).method)
 * ```
 */
export function withSignal(request: Request, signal: AbortSignal): Request {
  return request.signal === signal ? request : new Request(request, { signal })
}

const networkErrors = new WeakSet<object>()

/**
 * Marks an error as a failure of the network, for {@link isNetworkError}.
 *
 * @param error The error that a call is going to throw.
 * @returns The same error.
 * @example
 *
 * ```ts
 * import { isNetworkError, markAsNetworkError } from "./network.ts"
 *
 * console.log(isNetworkError(markAsNetworkError(new TypeError('fetch failed')))) // true
 * ```
 */
export function markAsNetworkError(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) networkErrors.add(error)
  return error
}

/**
 * Whether an error is a network failure: an error of `fetch`, a response that ended early, or no response within the time.
 *
 * @param error What a call has thrown, of any type.
 * @returns False for every other error, such as a `SepetError`, an error of the `token` function or an abort by the app.
 * @example
 *
 * ```ts
 * import { createClient, isNetworkError } from "sepet-client"
 *
 * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
 * await cart.read().catch(error => console.log(isNetworkError(error) ? 'No connection.' : error))
 * ```
 */
export function isNetworkError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && networkErrors.has(error)
}

const WITHOUT_BODY = [204, 205, 304]

/** Reads the body: a connection may end in the middle of it, unnoticed by the platform where the response states no length. */
async function withWholeBody(response: Response): Promise<Response> {
  const { status, statusText, headers } = response
  if (status < 200 || WITHOUT_BODY.includes(status)) return response
  const text = await response.text()
  if (isJson(response) && !isWhole(text)) throw networkError('The response ended early.')
  return new Response(text, { status, statusText, headers })
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json)
    return true
  } catch {
    return false
  }
}

function isJson({ headers }: Response): boolean {
  return /^application\/(vnd\.api\+)?json/.test(headers.get('Content-Type') ?? '')
}

function isCsv({ headers }: Response): boolean {
  return /^text\/csv/.test(headers.get('Content-Type') ?? '')
}
