/** The cart calls of the client. Every call returns the whole current cart of the token's owner. */

import { type ChoiceCalls, createChoiceCalls } from './cart-choices.ts'
import { createLineCalls, type LineCalls } from './cart-lines.ts'
import type { CartMemory } from './cart-memory.ts'
import type { Cart } from './cart-document.ts'
import {
  CART,
  type LatestCart,
  type ReadLatestOptions,
  readCart,
  readLatestCart,
  readSelectedCart,
} from './cart-reads.ts'
import { type CartWriteOptions, type CartWrites, createCartWrites } from './cart-writes.ts'
import type { Api, CallOptions } from './responses.ts'
import type { FieldSelection, SelectedCart } from './selected-cart.ts'
import type { WriteInOrder } from './write-queue.ts'

/**
 * The cart calls of a client. Writes are sent one after the other, in the order of the calls; reads do not wait for them.
 *
 * Every call throws a `SepetError` with one of these codes if the request is refused, besides the codes of the call itself:
 *
 * - 401 `token_invalid` (also for an expired token), `wrong_token_kind`, `customer_unknown`, `customer_not_active`,
 *   `guest_cancelled`
 * - 403 `insufficient_scope`
 * - 412 `precondition_failed` for writes with `ifMatch` (see {@link changedCartOf})
 * - 429 `rate_limited`
 * - 500 `internal_error`
 * - 503 `unavailable`, `database_busy`, `overloaded`; for writes also `cart_busy`
 *
 * A write with `ifMatch` happens only while the cart is the one that the app has shown. It is repeated like the others. A repetition that is
 * refused with 412 after an attempt of unknown outcome proves nothing, since that attempt may itself have changed the cart: the call then
 * throws the failure of the attempt; read the cart. The 412 of an add is always certain: a repeated add is recognised by its key.
 *
 * A call throws a `TypeError` if the access token is missing or contains a character that no token contains. Errors of `fetch`
 * (network failure, abort) and of the `token` function are thrown unchanged. An `ifMatch` without a tag is a `TypeError`, too.
 */
export type CartClient = ReturnType<typeof createCartCalls> & LineCalls & ChoiceCalls

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
export function createCartClient(api: Api, memory: CartMemory, inOrder: WriteInOrder): CartClient {
  const writes = createCartWrites(memory, inOrder)
  return {
    ...createCartCalls(api, memory, writes),
    ...createLineCalls(api, memory, writes),
    ...createChoiceCalls(api, writes),
  }
}

/** Creates the calls of the cart as a whole. */
function createCartCalls(api: Api, memory: CartMemory, { write }: CartWrites) {
  function read(options?: CallOptions & { fields?: undefined }): Promise<Cart>
  function read<const F extends FieldSelection>(options: CallOptions & { fields: F }): Promise<SelectedCart<F>>
  async function read({ fields, ...options }: CallOptions & { fields?: FieldSelection | undefined } = {}) {
    return fields ? readSelectedCart(api, memory, fields, options) : readCart(api, memory, options)
  }

  return {
    /**
     * Reads the cart. A cart that has not changed since the last read is not transferred again.
     *
     * With `fields` it reads the named fields alone, such as the quantity for a badge. Such a cart has no `etag`, and `readLatest` does not
     * return it.
     *
     * @param options The fields to read, all by default, and an `AbortSignal`.
     * @returns The cart; an empty one if nothing was added yet.
     * @throws SepetError with 400 `parameter_invalid` for a field that the service does not know, or a code of every cart call (see
     *   {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet-client"
     *
     * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { totalQuantity } = await cart.read({ fields: { cart: ['totalQuantity'], items: [] } })
     * console.log(totalQuantity)
     * ```
     */
    read,

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
     * import { createShopperClient } from "sepet-client"
     *
     * const shopper = createShopperClient({ baseUrl: 'https://shop.example.com' })
     * const { cart, isStale, readAt } = await shopper.cart.readLatest({ timeoutSeconds: 5 })
     * console.log(cart.totalQuantity, isStale ? `offline, as of ${readAt.toLocaleTimeString()}` : '')
     * ```
     */
    readLatest: async (options: ReadLatestOptions = {}): Promise<LatestCart> => readLatestCart(read, memory, options),

    /**
     * Removes every item, the coupon and the campaign. Without `ifMatch` it is not repeated after a failure of the network: it would remove
     * what another device has added since.
     *
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The empty cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    clear: async (options: CartWriteOptions = {}) =>
      write((call, headers) => api.DELETE(CART, { headers, ...call }), options),

    /**
     * Merges a guest's cart into the member's cart at login. The client must already use the member's access token.
     *
     * Afterwards the guest's tokens are rejected. A repeated call has no further effect.
     *
     * @param guestToken The access token of the guest.
     * @param options The member's cart that the write is meant for, and an `AbortSignal`.
     * @returns The member's cart.
     * @throws SepetError with 422 `field_invalid`, `guest_token_invalid`, `guest_merged_elsewhere` or `cart_full`, or a code of
     *   every cart call (see {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet-client"
     *
     * export async function logIn(memberToken: string, guestToken: string) {
     *   const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: memberToken })
     *   return cart.merge(guestToken)
     * }
     * ```
     */
    merge: async (guestToken: string, options: CartWriteOptions = {}) =>
      write((call, headers) => api.POST(`${CART}/merge`, { headers, body: { guestToken }, ...call }), options),
  }
}
