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
 * Waits for a response and returns its body.
 *
 * @param result The result of a call of the transport.
 * @param field A field that the body always has. Defaults to `data`.
 * @returns The body of a successful response.
 * @throws SepetError If the response is not successful, or its body is not a document of Sepet.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import { bodyOf } from "./responses.ts"
 * import type { paths } from "./api.generated.ts"
 *
 * const api = createTransport<paths>({ baseUrl: 'https://shop.example.com' })
 * const { data } = await bodyOf(api.GET('/api/v3/storefront/2026-01/cart'))
 * console.log(data.attributes.totalQuantity)
 * ```
 */
export async function bodyOf<T>(result: Promise<TransportResult<T>>, field = 'data'): Promise<T> {
  const { data, error, response } = await result
  if (!response.ok || !hasField(data, field)) throw new SepetError(response, error)
  return data as T
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

/** Whether a body has a field of Sepet's document. A body of a proxy has not. */
function hasField(body: unknown, field: string): boolean {
  return typeof body === 'object' && body !== null && field in body
}
