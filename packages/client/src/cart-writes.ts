/** The writes of a cart client: sent one after the other, with their condition, and their carts kept in the memory. */

import { type Cart, type CartChange, toCartChange } from './cart-document.ts'
import type { CartMemory } from './cart-memory.ts'
import { changedCartOf } from './changed-cart.ts'
import { type ConditionalOptions, ifMatchOf, tagOf } from './entity-tag.ts'
import { bodyOf, type CallOptions, type Schemas, type TransportResult } from './responses.ts'
import type { WriteInOrder, WriteOptions } from './write-queue.ts'

/** Options of every write to the cart. */
export interface CartWriteOptions extends CallOptions, ConditionalOptions {}

/** The headers of a write: its condition. */
export type WriteHeaders = { 'If-Match': string }

type Document = Schemas['CartAnswer'] | Schemas['CartAfterAdding']
/** The result of a write. */
type CartResult = Promise<TransportResult<Document>>
/** Sends the requests of a write, with the options and the headers that each needs. */
type SendWrite<T> = (call: WriteOptions & CallOptions, headers: WriteHeaders) => Promise<T>

/** The writes of a client, from {@link createCartWrites}. */
export type CartWrites = ReturnType<typeof createCartWrites>

/**
 * Creates the writes of a cart client. A write without a condition is sent with `If-Match: *`, so that its cart has a tag, too.
 *
 * @param memory Keeps the last cart.
 * @param inOrder Runs the writes in their order.
 * @returns The functions that run a write and read its result.
 * @example
 *
 * ```ts
 * import type { Api } from "./responses.ts"
 * import { createCartMemory } from "./cart-memory.ts"
 * import { createCartWrites } from "./cart-writes.ts"
 *
 * const memory = createCartMemory({ current: () => 'guest', of: () => 'guest' }, Date.now)
 * const { write } = createCartWrites(memory, send => send({ fetch: request => fetch(request) }))
 * export const clear = (api: Api) =>
 *   write((call, headers) => api.DELETE('/api/v3/storefront/2026-01/cart', { headers, ...call }), {})
 * ```
 */
export function createCartWrites(memory: CartMemory, inOrder: WriteInOrder) {
  const keep = (cart: Cart, response: Response) =>
    memory.keep(JSON.stringify(cart), memory.ownerOf(response), memory.nextSequence())

  /** Reads and keeps the cart of a result; of a refused condition the current cart is kept. */
  async function changeOf(result: CartResult): Promise<CartChange> {
    const { response } = await result
    try {
      const change = await bodyOf(result, (document: Document) => toCartChange(document, tagOf(response)))
      keep(change.cart, response)
      return change
    } catch (error) {
      const current = changedCartOf(error)
      if (current) keep(current, response)
      throw error
    }
  }

  /** Runs a write after those before it. Its condition is that of the call, whatever the writes before it return. */
  function run<T>(send: SendWrite<T>, options: CartWriteOptions): Promise<T> {
    const headers = { 'If-Match': ifMatchOf(options) }
    const { signal } = options
    return inOrder(call => send({ ...(signal && { signal }), ...call }, headers), signal)
  }

  return {
    run,
    changeOf,
    /** Runs a write whose result is a cart. */
    write: (send: (...request: Parameters<SendWrite<Cart>>) => CartResult, options: CartWriteOptions): Promise<Cart> =>
      run(async (...request) => (await changeOf(send(...request))).cart, options),
  }
}
