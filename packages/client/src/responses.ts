/** Shared by the client's calls: the typed transport, and the conversion of a response into a body or a `SepetError`. */

import type { Client } from 'openapi-fetch'
import type { components, paths } from './api.generated.ts'
import { SepetError } from './errors.ts'

/**
 * The typed transport: every endpoint of the API by its method and path, with bodies as they are on the wire.
 *
 * A refusal is not thrown: it is the `error` of the result, as in `openapi-fetch`.
 */
export type Api = Client<paths>

/** The schemas of the API description by their titles, such as `Schemas['Money']`. */
export type Schemas = components['schemas']

/** Options of every call. */
export interface CallOptions {
  /**
   * Aborts the call, also while it waits for earlier writes or before a retry. The call then throws the reason of the abort.
   * `AbortSignal.timeout` sets a deadline.
   */
  signal?: AbortSignal
}

/** The result of a call of the transport. */
export interface TransportResult<T> {
  data?: T
  error?: unknown
  response: Response
}

/**
 * Waits for a response and converts its body.
 *
 * @param result The result of a call of the transport.
 * @param convert Converts the body of a successful response. An error that it throws means that the response is not from Sepet.
 * @returns The converted body.
 * @throws SepetError If the response is not successful, or its body is not a document of Sepet: that of a proxy has any shape.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "./api.generated.ts"
 * import { toCart } from "./cart-document.ts"
 * import { bodyOf } from "./responses.ts"
 *
 * const api = createTransport<paths>({ baseUrl: 'https://shop.example.com' })
 * const cart = await bodyOf(api.GET('/api/v3/storefront/2026-01/cart'), toCart)
 * console.log(cart.totalQuantity)
 * ```
 */
export async function bodyOf<T, Body>(result: Promise<TransportResult<T>>, convert: (body: T) => Body): Promise<Body> {
  const { data, error, response } = await result
  if (!response.ok) throw new SepetError(response, error)
  try {
    return convert(data as T)
  } catch {
    throw new SepetError(response, undefined)
  }
}

/**
 * Converts a document with a record in `data`.
 *
 * @param document The document.
 * @returns The record.
 * @throws TypeError If the document has no record.
 * @example
 *
 * ```ts
 * import { toRecord } from "./responses.ts"
 *
 * console.log(toRecord({ data: { id: 7 } }).id)
 * ```
 */
export function toRecord<T extends object>({ data }: { data: T }): T {
  const isRecord = typeof data === 'object' && !Array.isArray(data) && Object.keys(data).length > 0
  if (!isRecord) throw new TypeError('The document has no record.')
  return data
}

/**
 * Converts a document with rows in `data`.
 *
 * @param document The document.
 * @returns The rows.
 * @throws TypeError If the document has no rows.
 * @example
 *
 * ```ts
 * import { toRows } from "./responses.ts"
 *
 * console.log(toRows({ data: [{ id: 7 }] }).length)
 * ```
 */
export function toRows<Row>({ data }: { data: Row[] }): Row[] {
  if (!Array.isArray(data)) throw new TypeError('The document has no rows.')
  return data
}

/**
 * Requires a text in a document.
 *
 * @param document The document.
 * @param field The field that the text is in.
 * @returns The document.
 * @throws TypeError If the field has no text.
 * @example
 *
 * ```ts
 * import { withText } from "./responses.ts"
 *
 * console.log(withText({ url: 'https://shop.example.com' }, 'url').url)
 * ```
 */
export function withText<T>(document: T, field: keyof T): T {
  if (typeof document[field] !== 'string') throw new TypeError('The document has no such text.')
  return document
}

/**
 * Waits for a successful response without a body.
 *
 * @param result The result of a call of the transport.
 * @throws SepetError If the response is not successful.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import { done } from "./responses.ts"
 * import type { paths } from "./api.generated.ts"
 *
 * const api = createTransport<paths>({ baseUrl: 'https://shop.example.com' })
 * await done(api.DELETE('/api/v3/admin/customers/{id}', { params: { path: { id: 7 } } }))
 * ```
 */
export async function done(result: Promise<TransportResult<unknown>>): Promise<void> {
  const { error, response } = await result
  if (!response.ok) throw new SepetError(response, error)
}
