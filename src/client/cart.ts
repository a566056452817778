/** The cart calls of the client. Every call returns the whole current cart of the token's owner. */

import { type Cart, type CartChange, type ItemNotes, toCartChange } from './cart-document.ts'
import type { CartMemory } from './cart-memory.ts'
import { CART, type LatestCart, type ReadLatestOptions, readCart, readLatestCart } from './cart-reads.ts'
import { errorsIn } from './errors.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { type Api, bodyOf, type CallOptions, type Schemas, type TransportResult } from './responses.ts'
import { isOfRepetition } from './retrying-fetch.ts'
import { STOREFRONT_PATH } from './storefront-path.ts'
import type { WriteInOrder, WriteOptions } from './write-queue.ts'

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
export interface AddOptions extends CallOptions {
  /**
   * A text of 1 to 255 ASCII characters without blanks that belongs to this add alone, such as a UUID. Defaults to a new
   * one. An app that stores it with the item can repeat the call for a day, also after a restart: the item is added once.
   */
  idempotencyKey?: string
}

/**
 * The cart calls of a client. Writes are sent one after the other, in the order of the calls; reads do not wait for them.
 *
 * Every call throws a `SepetError` with one of these codes if the request is refused, besides the codes of the call itself:
 *
 * - 401 `token_invalid` (also for an expired token), `wrong_token_kind`, `customer_unknown`, `customer_not_active`,
 *   `guest_cancelled`
 * - 403 `insufficient_scope`
 * - 429 `rate_limited`
 * - 500 `internal_error`
 * - 503 `unavailable`, `database_busy`, `overloaded`; for writes also `cart_busy`
 *
 * A call throws a `TypeError` if the access token is missing or contains a character that no token contains. Errors of `fetch`
 * (network failure, abort) and of the `token` function are thrown unchanged.
 */
export type CartClient = ReturnType<typeof createCartClient>

const ITEMS = `${STOREFRONT_PATH}/cart-items` as const

/**
 * Creates the cart calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @param memory Keeps the last cart.
 * @param inOrder Runs the writes in their order.
 * @returns The cart calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "./api.generated.ts"
 * import { createCartClient } from "./cart.ts"
 * import { createCartMemory } from "./cart-memory.ts"
 *
 * const memory = createCartMemory({ current: () => 'guest', of: () => 'guest' }, Date.now)
 * const api = createTransport<paths>({ baseUrl: 'https://shop.example.com' })
 * const cart = createCartClient(api, memory, write => write({ fetch: request => fetch(request) }))
 * console.log((await cart.read()).totalQuantity)
 * ```
 */
export function createCartClient(api: Api, memory: CartMemory, inOrder: WriteInOrder) {
  const read = (options: CallOptions) => readCart(api, memory, options)
  const changeOf = async (result: CartResult): Promise<CartChange> => {
    const change = await bodyOf(result, toCartChange)
    const { response } = await result
    memory.keep(JSON.stringify(change.cart), memory.ownerOf(response), memory.nextSequence())
    return change
  }
  const write = (send: (call: WriteOptions & CallOptions) => CartResult, options: CallOptions): Promise<Cart> =>
    inOrder(async call => (await changeOf(send({ ...options, ...call }))).cart, options.signal)

  return {
    /**
     * Reads the cart. A cart that has not changed since the last read is not transferred again.
     *
     * @param options An `AbortSignal`.
     * @returns The cart; an empty one if nothing was added yet.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    read: async (options: CallOptions = {}) => read(options),

    /**
     * Reads the cart for a screen: if the service is unreachable, it returns the last cart that a read or a write has returned to this
     * owner, after the retries or at `timeoutSeconds`. The last cart is kept in memory, until a login or logout.
     *
     * @param options The maximum time, after which the last cart is returned, and an `AbortSignal`.
     * @returns The cart, whether it is stale, and when it was received.
     * @throws SepetError with a code of every cart call (see {@link CartClient}), except 5xx where there is a last cart. It throws the
     *   failure of the network if there is none, and a `RangeError` for a `timeoutSeconds` of less than 0.01.
     * @example
     *
     * ```ts
     * import { createShopperClient } from "sepet/client"
     *
     * const shopper = createShopperClient({ baseUrl: 'https://shop.example.com' })
     * const { cart, isStale, readAt } = await shopper.cart.readLatest({ timeoutSeconds: 5 })
     * console.log(cart.totalQuantity, isStale ? `offline, as of ${readAt.toLocaleTimeString()}` : '')
     * ```
     */
    readLatest: async (options: ReadLatestOptions = {}): Promise<LatestCart> => readLatestCart(read, memory, options),

    /**
     * Removes every item, the coupon and the campaign. It is not repeated after a failure of the network: it would remove what another
     * device has added since.
     *
     * @param options An `AbortSignal`.
     * @returns The empty cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    clear: async (options: CallOptions = {}) => write(call => api.DELETE(CART, { ...call }), options),

    /**
     * Adds an item. If the cart already has an item with this product and variant, its quantity is increased.
     *
     * A quantity above the stock is not an error: read `availableForSale` and `stock` of the item. A call is added once, however often
     * its request is repeated. After a failure of the network or a 503 the item may have been added: call again with the same
     * `idempotencyKey`, or read the cart.
     *
     * @param item The product, the variant if the product has variants, and the quantity to add.
     * @param options A key of the call, and an `AbortSignal`.
     * @returns The cart, with the id of the item in `affectedItemId`.
     * @throws SepetError with 422 `field_invalid`, `product_not_on_sale`, `variant_required`, `variant_invalid`,
     *   `quantity_too_large`, `cart_full` or `idempotency_key_reused`, 400 `parameter_invalid` for a key of another form, or a code of
     *   every cart call (see {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet/client"
     *
     * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { affectedItemId, items } = await cart.addItem({ productId: 101, variantId: 10103, quantity: 1 })
     * console.log(items.find(({ id }) => id === affectedItemId)?.lineTotal.amount)
     * ```
     */
    addItem: async (item: NewItem, options: AddOptions = {}): Promise<CartAfterAdding> => {
      const { idempotencyKey = newIdempotencyKey(), ...rest } = options
      const add = { headers: { 'Idempotency-Key': idempotencyKey }, body: { ...item }, ...rest }
      return inOrder(async call => {
        const { cart, affectedItemId } = await changeOf(api.POST(ITEMS, { ...add, ...call }))
        return { ...cart, affectedItemId }
      }, rest.signal)
    },

    /**
     * Sets the quantity of an item.
     *
     * @param itemId The id of the item in the cart.
     * @param quantity The new quantity, not an increment: an integer from 1 to 100000.
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 404 `item_not_found` or 422 `field_invalid`, or a code of every cart call (see {@link CartClient}).
     */
    setQuantity: async (itemId: string, quantity: number, options: CallOptions = {}) => {
      const params = { path: { itemId } }
      return write(call => api.PATCH(`${ITEMS}/{itemId}`, { params, body: { quantity }, ...call }), options)
    },

    /**
     * Sets the notes of an item.
     *
     * @param itemId The id of the item in the cart.
     * @param notes The notes to change.
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 404 `item_not_found`, 422 `field_invalid` or `note_too_long`, or a code of every cart call (see
     *   {@link CartClient}).
     */
    setNotes: async (itemId: string, notes: ItemNotes, options: CallOptions = {}) => {
      const params = { path: { itemId } }
      return write(call => api.PATCH(`${ITEMS}/{itemId}/notes`, { params, body: notes, ...call }), options)
    },

    /**
     * Removes an item. If the first response was lost, and the repeated request finds no item, the call has succeeded.
     *
     * @param itemId The id of the item in the cart.
     * @param options An `AbortSignal`.
     * @returns The cart without the item.
     * @throws SepetError with 404 `item_not_found`, or a code of every cart call (see {@link CartClient}).
     */
    removeItem: async (itemId: string, options: CallOptions = {}): Promise<Cart> =>
      inOrder(async call => {
        const result = api.DELETE(`${ITEMS}/{itemId}`, { params: { path: { itemId } }, ...options, ...call })
        const { error, response } = await result
        const isGone = errorsIn(error).some(({ code }) => code === 'item_not_found')
        return isGone && isOfRepetition(response) ? read({ ...options, ...call }) : (await changeOf(result)).cart
      }, options.signal),

    /**
     * Stores a coupon code in the cart. The coupon is valid if the returned cart has an `appliedCoupon`; otherwise its
     * `unappliedCoupon` has the `reason`.
     *
     * A coupon that does not apply is not an error. Its code is kept, and applies once it can, if the cart or a login can change the
     * reason: `audience`, `campaign`, `products`, `minimum_quantity` or `minimum_total`. Otherwise it is not stored. Both remove the
     * earlier coupon. Attempts are limited per customer or guest, over all tokens; attempts with
     * unknown codes also per client network.
     *
     * @param couponCode The code: 1 to 100 characters, in upper or lower case, not only white space.
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 422 `field_invalid`, or a code of every cart call (see {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet/client"
     *
     * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { appliedCoupon, unappliedCoupon } = await cart.applyCoupon('İNDİRİM')
     * console.log(appliedCoupon?.discountAmount.amount ?? unappliedCoupon?.reason)
     * ```
     */
    applyCoupon: async (couponCode: string, options: CallOptions = {}) =>
      write(call => api.POST(`${CART}/coupon`, { body: { couponCode }, ...call }), options),

    /**
     * Removes the coupon. A cart without a coupon is not an error.
     *
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    removeCoupon: async (options: CallOptions = {}) =>
      write(call => api.DELETE(`${CART}/coupon`, { ...call }), options),

    /**
     * Chooses a campaign. It replaces the campaign that was chosen before.
     *
     * @param campaignId The id of one of the `campaigns` of the latest cart.
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 422 `field_invalid` or `campaign_not_available`, or a code of every cart call (see
     *   {@link CartClient}).
     */
    chooseCampaign: async (campaignId: number, options: CallOptions = {}) =>
      write(call => api.POST(`${CART}/campaign`, { body: { campaignId }, ...call }), options),

    /**
     * Removes the chosen campaign. A cart without a chosen campaign is not an error.
     *
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    removeCampaign: async (options: CallOptions = {}) =>
      write(call => api.DELETE(`${CART}/campaign`, { ...call }), options),

    /**
     * Merges a guest's cart into the member's cart at login. The client must already use the member's access token.
     *
     * Afterwards the guest's tokens are rejected. A repeated call has no further effect.
     *
     * @param guestToken The access token of the guest.
     * @param options An `AbortSignal`.
     * @returns The member's cart.
     * @throws SepetError with 422 `field_invalid`, `guest_token_invalid`, `guest_merged_elsewhere` or `cart_full`, or a code of
     *   every cart call (see {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet/client"
     *
     * export async function logIn(memberToken: string, guestToken: string) {
     *   const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: memberToken })
     *   return cart.merge(guestToken)
     * }
     * ```
     */
    merge: async (guestToken: string, options: CallOptions = {}) =>
      write(call => api.POST(`${CART}/merge`, { body: { guestToken }, ...call }), options),
  }
}

/** The result of a write. */
type CartResult = Promise<TransportResult<Schemas['CartAnswer'] | Schemas['CartAfterAdding']>>
