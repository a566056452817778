/** The cart calls that add, change and remove items. */

import type { Cart, ItemNotes } from './cart-document.ts'
import type { CartMemory } from './cart-memory.ts'
import { readCart } from './cart-reads.ts'
import type { CartWriteOptions, CartWrites } from './cart-writes.ts'
import { errorsIn } from './errors.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import type { Api } from './responses.ts'
import { isOfRepetition } from './retrying-fetch.ts'
import { STOREFRONT_PATH } from './storefront-path.ts'

/** The cart after an item was added. */
export type CartAfterAdding = Cart & {
  /** The id of the item that was added or whose quantity was increased. */
  affectedItemId: string
}

/** The item that {@link CartClient}`.addItem` adds. */
export interface NewItem {
  /** The id of the product. */
  productId: number
  /** The id of the variant. Required for a product with variants, and refused for any other. */
  variantId?: number
  /** The quantity to add: an integer from 1 to 100000. */
  quantity: number
}

/** Options of {@link CartClient}`.addItem`. */
export interface AddOptions extends CartWriteOptions {
  /**
   * A text of 1 to 255 ASCII characters without blanks that belongs to this add alone, such as a UUID. Defaults to a new
   * one. An app that stores it with the item can repeat the call for a day, also after a restart: the item is added once.
   */
  idempotencyKey?: string
}

/** The calls of items, from {@link createLineCalls}. */
export type LineCalls = ReturnType<typeof createLineCalls>

const ITEMS = `${STOREFRONT_PATH}/cart-items` as const

/**
 * Creates the calls of items.
 *
 * @param api The typed transport, which sends the access token.
 * @param memory Keeps the last cart.
 * @param writes Runs the writes.
 * @returns The calls.
 * @example
 *
 * ```ts
 * import type { Api } from "./responses.ts"
 * import type { CartMemory } from "./cart-memory.ts"
 * import { createLineCalls } from "./cart-lines.ts"
 * import type { CartWrites } from "./cart-writes.ts"
 *
 * export const add = (api: Api, memory: CartMemory, writes: CartWrites) =>
 *   createLineCalls(api, memory, writes).addItem({ productId: 108, quantity: 3 })
 * ```
 */
export function createLineCalls(api: Api, memory: CartMemory, { run, changeOf, write }: CartWrites) {
  return {
    /**
     * Adds an item. If the cart already has an item with this product and variant, its quantity is increased.
     *
     * A quantity above the stock is not an error: read `availableForSale` and `stock` of the item. A call is added once, however often
     * its request is repeated. After a failure of the network or a 503 the item may have been added: call again with the same
     * `idempotencyKey`, or read the cart.
     *
     * @param item The product, the variant if the product has variants, and the quantity to add.
     * @param options A key of the call, the cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart, with the id of the item in `affectedItemId`.
     * @throws SepetError with 422 `field_invalid`, `product_not_on_sale`, `variant_required`, `variant_invalid`,
     *   `quantity_too_large`, `cart_full` or `idempotency_key_reused`, 400 `parameter_invalid` for a key of another form, or a code of
     *   every cart call (see {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet-client"
     *
     * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { affectedItemId, items } = await cart.addItem({ productId: 101, variantId: 10103, quantity: 1 })
     * console.log(items.find(({ id }) => id === affectedItemId)?.lineTotal.amount)
     * ```
     */
    addItem: async (item: NewItem, options: AddOptions = {}): Promise<CartAfterAdding> => {
      const { idempotencyKey = newIdempotencyKey() } = options
      const body = { ...item }
      return run(async (call, condition) => {
        const headers = { ...condition, 'Idempotency-Key': idempotencyKey }
        const { cart, affectedItemId } = await changeOf(api.POST(ITEMS, { headers, body, ...call }))
        return { ...cart, affectedItemId }
      }, options)
    },

    /**
     * Sets the quantity of an item.
     *
     * @param itemId The id of the item in the cart.
     * @param quantity The new quantity, not an increment: an integer from 1 to 100000.
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 404 `item_not_found` or 422 `field_invalid`, or a code of every cart call (see {@link CartClient}).
     */
    setQuantity: async (itemId: string, quantity: number, options: CartWriteOptions = {}): Promise<Cart> => {
      const request = { params: { path: { itemId } }, body: { quantity } }
      return write((call, headers) => api.PATCH(`${ITEMS}/{itemId}`, { headers, ...request, ...call }), options)
    },

    /**
     * Sets the notes of an item.
     *
     * @param itemId The id of the item in the cart.
     * @param notes The notes to change.
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 404 `item_not_found`, 422 `field_invalid` or `note_too_long`, or a code of every cart call (see
     *   {@link CartClient}).
     */
    setNotes: async (itemId: string, notes: ItemNotes, options: CartWriteOptions = {}): Promise<Cart> => {
      const request = { params: { path: { itemId } }, body: { ...notes } }
      return write((call, headers) => api.PATCH(`${ITEMS}/{itemId}/notes`, { headers, ...request, ...call }), options)
    },

    /**
     * Removes an item. Without `ifMatch`, if the first response was lost and the repeated request finds no item, the call has succeeded.
     *
     * @param itemId The id of the item in the cart.
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart without the item.
     * @throws SepetError with 404 `item_not_found`, or a code of every cart call (see {@link CartClient}).
     */
    removeItem: async (itemId: string, options: CartWriteOptions = {}): Promise<Cart> => {
      // A cart that still matches was not changed by an earlier attempt.
      const mayBeRemoved = !('ifMatch' in options)
      return run(async (call, headers) => {
        const result = api.DELETE(`${ITEMS}/{itemId}`, { headers, params: { path: { itemId } }, ...call })
        const { error, response } = await result
        const isGone = errorsIn(error).some(({ code }) => code === 'item_not_found')
        const isRemoved = mayBeRemoved && isGone && isOfRepetition(response)
        return isRemoved ? readCart(api, memory, call) : (await changeOf(result)).cart
      }, options)
    },
  }
}
