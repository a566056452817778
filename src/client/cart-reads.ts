/** Reads of the cart: conditional ones, and those of screens that show the last cart without a network. */

import { type Api, bodyOf, type CallOptions } from './answers.ts'
import { type Cart, toCart } from './cart-document.ts'
import { type CartMemory, cartOf } from './cart-memory.ts'
import { SepetError } from './errors.ts'
import { isNetworkError } from './retrying-fetch.ts'

/** A cart for a screen, from {@link CartClient}`.readLatest`. */
export interface LatestCart {
  /** The cart. */
  cart: Cart
  /** Whether the service could not be reached: the cart is the last one that the client has received. */
  isStale: boolean
  /** When the cart was received, by the device's clock. */
  readAt: Date
}

/** The path of the cart. */
export const CART = '/api/v3/storefront/2026-01/cart'

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
 * import type { Api } from "./answers.ts"
 * import type { CartMemory } from "./cart-memory.ts"
 * import { readCart } from "./cart-reads.ts"
 *
 * export const quantity = async (api: Api, memory: CartMemory) => (await readCart(api, memory, {})).totalQuantity
 * ```
 */
export async function readCart(api: Api, memory: CartMemory, options: CallOptions): Promise<Cart> {
  const before = memory.kept()
  const step = memory.step()
  const headers = before?.tag === undefined ? {} : { 'If-None-Match': before.tag }
  const answer = api.GET(CART, { headers, ...options })
  const { response } = await answer
  const keep = (text: string) =>
    memory.keep(text, memory.ownerOf(response), step, response.headers.get('ETag') ?? undefined)
  if (response.status === 304 && before) {
    keep(before.text)
    return cartOf(before)
  }
  const cart = toCart(await bodyOf(answer))
  keep(JSON.stringify(cart))
  return cart
}

/**
 * Reads the cart, or returns the last one if the network or the service is away.
 *
 * @param read Reads the cart.
 * @param memory Keeps the last cart.
 * @param options An `AbortSignal`; a timeout of it counts as a failure of the network.
 * @returns The cart, and whether it is the last one.
 * @throws The error of the read if it is another one, or if there is no last cart of this owner.
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
  read: () => Promise<Cart>,
  memory: CartMemory,
  { signal }: CallOptions,
): Promise<LatestCart> {
  try {
    return { cart: await read(), isStale: false, readAt: new Date(memory.now()) }
  } catch (error) {
    const kept = isAway(error, signal) ? memory.kept() : undefined
    if (!kept) throw error
    return { cart: cartOf(kept), isStale: true, readAt: new Date(kept.readAt) }
  }
}

/** Whether the network or the service is away: not after a refusal, nor after an abort by the app. */
function isAway(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted) return (error as { name?: unknown } | null)?.name === 'TimeoutError'
  if (error instanceof SepetError) return error.status >= 500 || error.status < 300
  return isNetworkError(error)
}
