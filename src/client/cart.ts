/** The cart calls of the client. Every call returns the whole current cart of the token's owner. */

import { type Api, bodyOf, type CallOptions } from './answers.ts'
import { type Cart, toCart } from './cart-document.ts'

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

/** The notes of an item. An absent field keeps its value; `null` clears a note. */
export interface ItemNotes {
  /** The note on the order of this item. The shop limits its length, in Unicode code points. */
  orderNote?: string | null
  /** The note on the gift. The shop limits its length, in Unicode code points. */
  giftNote?: string | null
  /** Whether a gift package is wanted. */
  giftPackage?: boolean
}

/**
 * The cart calls of a client.
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

const CART = '/api/v3/storefront/2026-01/cart'
const ITEMS = '/api/v3/storefront/2026-01/cart-items'

/**
 * Creates the cart calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The cart calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "./api.generated.ts"
 * import { createCartClient } from "./cart.ts"
 *
 * const cart = createCartClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await cart.read()).totalQuantity)
 * ```
 */
export function createCartClient(api: Api) {
  return {
    /**
     * Reads the cart.
     *
     * @param options An `AbortSignal`.
     * @returns The cart; an empty one if nothing was added yet.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    read: async (options: CallOptions = {}) => toCart(await bodyOf(api.GET(CART, { ...options }))),

    /**
     * Removes every item, the coupon and the campaign.
     *
     * @param options An `AbortSignal`.
     * @returns The empty cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    clear: async (options: CallOptions = {}) => toCart(await bodyOf(api.DELETE(CART, { ...options }))),

    /**
     * Adds an item. If the cart already has an item with this product and variant, its quantity is increased.
     *
     * A quantity above the stock is not an error: read `availableForSale` and `stock` of the item. After 503 `unavailable` or
     * `database_busy` the item may have been added: read the cart before a second attempt.
     *
     * @param item The product, the variant if the product has variants, and the quantity to add.
     * @param options An `AbortSignal`.
     * @returns The cart, with the id of the item in `affectedItemId`.
     * @throws SepetError with 422 `field_invalid`, `product_not_on_sale`, `variant_required`, `variant_invalid`,
     *   `quantity_too_large` or `cart_full`, or a code of every cart call (see {@link CartClient}).
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
    addItem: async (item: NewItem, options: CallOptions = {}): Promise<CartAfterAdding> => {
      const document = await bodyOf(api.POST(ITEMS, { body: item, ...options }))
      return { ...toCart(document), affectedItemId: document.meta?.affectedItemId ?? '' }
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
      return toCart(await bodyOf(api.PATCH(`${ITEMS}/{itemId}`, { params, body: { quantity }, ...options })))
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
      return toCart(await bodyOf(api.PATCH(`${ITEMS}/{itemId}/notes`, { params, body: notes, ...options })))
    },

    /**
     * Removes an item.
     *
     * @param itemId The id of the item in the cart.
     * @param options An `AbortSignal`.
     * @returns The cart without the item.
     * @throws SepetError with 404 `item_not_found`, or a code of every cart call (see {@link CartClient}).
     */
    removeItem: async (itemId: string, options: CallOptions = {}) =>
      toCart(await bodyOf(api.DELETE(`${ITEMS}/{itemId}`, { params: { path: { itemId } }, ...options }))),

    /**
     * Stores a coupon code in the cart. The coupon is valid if the returned cart has an `appliedCoupon`.
     *
     * A coupon whose conditions are not met is not an error. A known code is kept and applies when its conditions are met; an unknown
     * code is not stored and removes the earlier coupon. Attempts are limited per access token; attempts with unknown codes also per
     * client network.
     *
     * @param couponCode The code: 1 to 100 characters, in upper or lower case.
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 422 `field_invalid`, or a code of every cart call (see {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet/client"
     *
     * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { appliedCoupon } = await cart.applyCoupon('İNDİRİM')
     * console.log(appliedCoupon ? appliedCoupon.discountAmount.amount : 'The coupon is not valid.')
     * ```
     */
    applyCoupon: async (couponCode: string, options: CallOptions = {}) =>
      toCart(await bodyOf(api.POST(`${CART}/coupon`, { body: { couponCode }, ...options }))),

    /**
     * Removes the coupon. A cart without a coupon is not an error.
     *
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    removeCoupon: async (options: CallOptions = {}) =>
      toCart(await bodyOf(api.DELETE(`${CART}/coupon`, { ...options }))),

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
      toCart(await bodyOf(api.POST(`${CART}/campaign`, { body: { campaignId }, ...options }))),

    /**
     * Removes the chosen campaign. A cart without a chosen campaign is not an error.
     *
     * @param options An `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    removeCampaign: async (options: CallOptions = {}) =>
      toCart(await bodyOf(api.DELETE(`${CART}/campaign`, { ...options }))),

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
      toCart(await bodyOf(api.POST(`${CART}/merge`, { body: { guestToken }, ...options }))),
  }
}
