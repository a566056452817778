/** Reads of the cart: conditional ones, and those of screens that show the last cart without a network. */

import { timeoutError, within } from './abort.ts'
import { type Cart, toCart } from './cart-document.ts'
import { type CartMemory, cartOf } from './cart-memory.ts'
import { tagOf } from './entity-tag.ts'
import { SepetError } from './errors.ts'
import { isNetworkError, markAsNetworkError } from './network.ts'
import { type Api, bodyOf, type CallOptions, type Schemas, type TransportResult } from './responses.ts'
import { type FieldSelection, queryOf, type SelectedCart, toSelectedCart } from './selected-cart.ts'
import { STOREFRONT_PATH } from './storefront-path.ts'

/** A cart for a screen, from {@link CartClient}`.readLatest`. */
export interface LatestCart {
  /** The cart. */
  cart: Cart
  /** Whether the service could not be reached: the cart is the last one that the client has received. */
  isStale: boolean
  /** When the cart was received, by the device's clock. */
  readAt: Date
}

/** Options of {@link CartClient}`.readLatest`. */
export interface ReadLatestOptions extends CallOptions {
  /**
   * Maximum time of the call, in seconds, at least 0.01: after it the last cart is returned. Defaults to the limits of the retries.
   */
  timeoutSeconds?: number | undefined
}

/** The path of the cart. */
export const CART = `${STOREFRONT_PATH}/cart` as const

/**
 * Reads the cart. An unchanged cart is not transferred again, but comes from the memory.
 *
 * @param api The typed transport.
 * @param memory Keeps the last cart.
 * @param options An `AbortSignal`.
 * @returns The cart.
 * @throws SepetError If the request is refused.
 * @example
 *
 * ```ts
 * import type { Api } from "./responses.ts"
 * import type { CartMemory } from "./cart-memory.ts"
 * import { readCart } from "./cart-reads.ts"
 *
 * export const quantity = async (api: Api, memory: CartMemory) => (await readCart(api, memory, {})).totalQuantity
 * ```
 */
export function readCart(api: Api, memory: CartMemory, options: CallOptions): Promise<Cart> {
  return readUnlessKept(memory, headers => api.GET(CART, { headers, ...options }), toCart)
}

/**
 * Reads selected fields of the cart. Each selection is kept by itself, and so is its tag.
 *
 * @param api The typed transport.
 * @param memory Keeps the last carts.
 * @param fields The selected fields.
 * @param options An `AbortSignal`.
 * @returns The cart with the selected fields.
 * @throws SepetError If the request is refused.
 * @example
 *
 * ```ts
 * import type { Api } from "./responses.ts"
 * import type { CartMemory } from "./cart-memory.ts"
 * import { readSelectedCart } from "./cart-reads.ts"
 *
 * export const quantity = async (api: Api, memory: CartMemory) =>
 *   (await readSelectedCart(api, memory, { cart: ['totalQuantity'], items: [] }, {})).totalQuantity
 * ```
 */
export function readSelectedCart<F extends FieldSelection>(
  api: Api,
  memory: CartMemory,
  fields: F,
  options: CallOptions,
): Promise<SelectedCart<F>> {
  const query = queryOf(fields)
  const send = (headers: ReadHeaders) => api.GET(CART, { headers, params: { query }, ...options })
  return readUnlessKept(
    memory.selected(JSON.stringify(query)),
    send,
    document => toSelectedCart(document) as SelectedCart<F>,
  )
}

type ReadHeaders = { 'If-None-Match'?: string }

/** Reads a cart, or returns the kept one where the service answers that it has not changed. */
async function readUnlessKept<T>(
  memory: CartMemory,
  send: (headers: ReadHeaders) => Promise<TransportResult<Schemas['CartAnswer']>>,
  convert: (document: Schemas['CartAnswer'], tag: string | undefined) => T,
): Promise<T> {
  const before = memory.kept()
  const sequence = memory.nextSequence()
  const result = send(before?.tag === undefined ? {} : { 'If-None-Match': before.tag })
  const { response } = await result
  const tag = tagOf(response)
  const keep = (text: string) => memory.keep(text, memory.ownerOf(response), sequence, tag)
  if (response.status === 304 && before) {
    keep(before.text)
    return JSON.parse(before.text) as T
  }
  const cart = await bodyOf(result, (document: Schemas['CartAnswer']) => convert(document, tag))
  keep(JSON.stringify(cart))
  return cart
}

/**
 * Reads the cart, or returns the last one if the service is unreachable, or does not respond in time.
 *
 * @param read Reads the cart.
 * @param memory Keeps the last cart.
 * @param options The maximum time, and an `AbortSignal`, whose timeout counts as a failure of the network.
 * @returns The cart, and whether it is the last one.
 * @throws The error of the read if it is another one, or if there is no last cart of this owner. A `RangeError` if the maximum time
 *   is not at least 0.01 seconds.
 * @example
 *
 * ```ts
 * import type { Cart } from "./cart-document.ts"
 * import type { CartMemory } from "./cart-memory.ts"
 * import { readLatestCart } from "./cart-reads.ts"
 *
 * export const isStale = async (read: () => Promise<Cart>, memory: CartMemory) =>
 *   (await readLatestCart(read, memory, {})).isStale
 * ```
 */
export async function readLatestCart(
  read: (options: CallOptions) => Promise<Cart>,
  memory: CartMemory,
  { signal, timeoutSeconds = Number.POSITIVE_INFINITY }: ReadLatestOptions,
): Promise<LatestCart> {
  if (!(timeoutSeconds >= 0.01)) throw new RangeError('timeoutSeconds must be at least 0.01.')
  const deadlineError = timeoutError(timeoutSeconds)
  markAsNetworkError(deadlineError)
  try {
    const cart = await within(timeoutSeconds, signal, each => read({ signal: each }), deadlineError)
    return { cart, isStale: false, readAt: new Date(memory.now()) }
  } catch (error) {
    const kept = isUnreachable(error, signal) ? memory.kept() : undefined
    if (!kept) throw error
    return { cart: cartOf(kept), isStale: true, readAt: new Date(kept.readAt) }
  }
}

/** Whether the service is unreachable: not after a refusal, nor after an abort by the app. */
function isUnreachable(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted) return (error as { name?: unknown } | null)?.name === 'TimeoutError'
  if (error instanceof SepetError) return error.status >= 500 || error.status < 400
  return isNetworkError(error)
}
