/** The error that the client throws for a response that is not successful, with the codes of the API. */

import type { components } from './api.generated.ts'
import { tagOf } from './entity-tag.ts'

/** A permanent code of an error, such as `cart_full`. Codes never change, but new codes are added: handle unknown ones. */
export type ErrorCode = components['schemas']['ErrorCode'] | (string & {})

/** One error of a response, as a JSON:API error object (https://jsonapi.org/format/#error-objects). */
export interface ErrorObject {
  /** The HTTP status as text, such as `'422'`. */
  status: string
  /** The permanent code. */
  code: ErrorCode
  /** A short summary, the same for every error with this code. */
  title: string
  /** A description of this error, for developers and not for shoppers. */
  detail: string
  /** The part of the request that caused the error. */
  source?: {
    /** The field of the body, as a JSON pointer (RFC 6901), such as `/quantity`. */
    pointer?: string
    /** The name of the query parameter. */
    parameter?: string
    /** The name of the request header, such as `Idempotency-Key`. */
    header?: string
  }
  /** Further data of some errors, such as the current cart, or the line of an imported file. */
  meta?: { [key: string]: unknown }
}

/**
 * Thrown for a response that is not successful or does not come from Sepet, and for a redirect, which the client never follows. A network
 * failure is not a `SepetError`: the error of `fetch` is thrown unchanged.
 *
 * @example
 *
 * ```ts
 * import { createClient, SepetError } from "sepet-client"
 *
 * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
 *
 * try {
 *   await cart.addItem({ productId: 101, quantity: 1 })
 * } catch (error) {
 *   if (!(error instanceof SepetError)) throw error
 *   if (error.has('variant_required')) console.log('Choose a size first.')
 *   else console.log(error.status, error.codes, error.retryAfterSeconds)
 * }
 * ```
 */
export class SepetError extends Error {
  /** The HTTP status of the response. It is 2xx if a proxy responded with a document that is not Sepet's, 0 for a redirect in a browser. */
  readonly status: number
  /** The errors of the response, all with the same status. Empty if the response does not come from Sepet, but from a proxy. */
  readonly errors: readonly ErrorObject[]
  /** Data of the whole response, such as `total`: the number of all errors of an import, of which the first 100 are listed. */
  readonly meta: Readonly<Record<string, unknown>>
  /** Seconds to wait before the request is sent again, from `Retry-After`; undefined if the response has no such header. */
  readonly retryAfterSeconds: number | undefined
  /** The `X-Request-Id` of the response, by which the shop finds the request in its log; undefined if a proxy responded without one. */
  readonly requestId: string | undefined
  /** The `ETag` of the response: of 412 `precondition_failed` and 409 `cart_changed` the tag of the current cart; undefined if the response has none. */
  readonly etag: string | undefined

  /**
   * Creates an error from a response.
   *
   * @param response The response, of which status and headers are read.
   * @param body The parsed body; any value without JSON:API errors gives an error without codes.
   */
  constructor(response: Response, body: unknown) {
    const errors = errorsIn(body)
    super(
      errors.map(({ code, detail }) => `${code}: ${detail}`).join(' ') ||
        `Not a response of Sepet: HTTP status ${response.status}`,
    )
    this.name = 'SepetError'
    this.status = response.status
    this.errors = errors
    this.meta = metaIn(body)
    this.retryAfterSeconds = retryAfterSeconds(response)
    this.requestId = response.headers.get('X-Request-Id') ?? undefined
    this.etag = tagOf(response)
  }

  /** The codes of {@link SepetError.errors}, in their order. */
  get codes(): ErrorCode[] {
    return this.errors.map(({ code }) => code)
  }

  /**
   * Whether one of the errors has this code.
   *
   * @param code The code.
   * @returns True if at least one error has the code.
   */
  has(code: ErrorCode): boolean {
    return this.codes.includes(code)
  }
}

/**
 * Reads the errors of a body.
 *
 * @param body A parsed JSON body of any shape.
 * @returns The JSON:API error objects; an empty list if the body is not an error document.
 * @example
 *
 * ```ts
 * import { errorsIn } from "./errors.ts"
 *
 * const response = await fetch('https://shop.example.com/api/v3/storefront/2026-01/cart')
 * console.log(errorsIn(await response.json()).map(({ code }) => code))
 * ```
 */
export function errorsIn(body: unknown): ErrorObject[] {
  const { errors } = (typeof body === 'object' && body !== null ? body : {}) as { errors?: unknown }
  const isOurs = (error: unknown): error is ErrorObject =>
    typeof error === 'object' && error !== null && 'code' in error
  return Array.isArray(errors) ? errors.filter(isOurs) : []
}

function metaIn(body: unknown): Readonly<Record<string, unknown>> {
  const { meta } = (typeof body === 'object' && body !== null ? body : {}) as { meta?: unknown }
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : {}
}

/**
 * Reads the codes of a response, whose body can still be read afterwards.
 *
 * @param response The response, of any status.
 * @returns The codes in their order; an empty list if the body is not an error document.
 * @example
 *
 * ```ts
 * import { codesOf } from "./errors.ts"
 *
 * const response = await fetch('https://shop.example.com/api/v3/storefront/2026-01/cart')
 * console.log(await codesOf(response), await response.text())
 * ```
 */
export async function codesOf(response: Response): Promise<ErrorCode[]> {
  try {
    return errorsIn(await response.clone().json()).map(({ code }) => code)
  } catch {
    return []
  }
}

/**
 * Reads the header `Retry-After` (RFC 9110 section 10.2.3): seconds, as Sepet sends, or a date, as a proxy may send.
 *
 * @param response The response.
 * @returns The seconds to wait, rounded up, at least 0; undefined if the header is absent or invalid.
 * @example
 *
 * ```ts
 * import { retryAfterSeconds } from "./errors.ts"
 *
 * console.log(retryAfterSeconds(new Response(null, { status: 429, headers: { 'Retry-After': '60' } })))
 * ```
 */
export function retryAfterSeconds({ headers }: Response): number | undefined {
  const text = headers.get('Retry-After')
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}
