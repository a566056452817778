/** The cart calls of coupons and campaigns. */

import { CART } from './cart-reads.ts'
import type { CartWriteOptions, CartWrites } from './cart-writes.ts'
import type { Api } from './responses.ts'

/** The calls of coupons and campaigns, from {@link createChoiceCalls}. */
export type ChoiceCalls = ReturnType<typeof createChoiceCalls>

/**
 * Creates the calls of coupons and campaigns.
 *
 * @param api The typed transport, which sends the access token.
 * @param writes Runs the writes.
 * @returns The calls.
 * @example
 *
 * ```ts
 * import type { Api } from "./responses.ts"
 * import { createChoiceCalls } from "./cart-choices.ts"
 * import type { CartWrites } from "./cart-writes.ts"
 *
 * export const remove = (api: Api, writes: CartWrites) => createChoiceCalls(api, writes).removeCoupon()
 * ```
 */
export function createChoiceCalls(api: Api, { write }: CartWrites) {
  return {
    /**
     * Stores a coupon code in the cart. The coupon is valid if the returned cart has an `appliedCoupon`; otherwise its
     * `unappliedCoupon` has the `reason`.
     *
     * A coupon that does not apply is not an error. Its code is kept, and applies once it can, if the cart or a login can change the
     * reason: `audience`, `campaign`, `products`, `minimum_quantity` or `minimum_total`. Otherwise it is not stored. Both remove the
     * earlier coupon. Attempts are limited per customer or guest, over all tokens; attempts with unknown codes also per client
     * network.
     *
     * @param couponCode The code: 1 to 100 characters, in upper or lower case, not only white space and invisible characters.
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 422 `field_invalid`, or a code of every cart call (see {@link CartClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet-client"
     *
     * const { cart } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { appliedCoupon, unappliedCoupon } = await cart.applyCoupon('İNDİRİM')
     * console.log(appliedCoupon?.discountAmount.amount ?? unappliedCoupon?.reason)
     * ```
     */
    applyCoupon: async (couponCode: string, options: CartWriteOptions = {}) =>
      write((call, headers) => api.POST(`${CART}/coupon`, { headers, body: { couponCode }, ...call }), options),

    /**
     * Removes the coupon. A cart without a coupon is not an error.
     *
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    removeCoupon: async (options: CartWriteOptions = {}) =>
      write((call, headers) => api.DELETE(`${CART}/coupon`, { headers, ...call }), options),

    /**
     * Chooses a campaign. It replaces the campaign that was chosen before, and while it applies, the one that would apply by itself.
     *
     * @param campaignId The id of one of the `campaigns` of the latest cart.
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with 422 `field_invalid` or `campaign_not_available`, or a code of every cart call (see
     *   {@link CartClient}).
     */
    chooseCampaign: async (campaignId: number, options: CartWriteOptions = {}) =>
      write((call, headers) => api.POST(`${CART}/campaign`, { headers, body: { campaignId }, ...call }), options),

    /**
     * Removes the chosen campaign, and switches off the campaigns that apply by themselves: they are on again once a campaign is chosen, the
     * cart is cleared, or an order leaves nothing in it. A cart without a chosen campaign is not an error.
     *
     * @param options The cart that the write is meant for, and an `AbortSignal`.
     * @returns The cart.
     * @throws SepetError with a code of every cart call (see {@link CartClient}).
     */
    removeCampaign: async (options: CartWriteOptions = {}) =>
      write((call, headers) => api.DELETE(`${CART}/campaign`, { headers, ...call }), options),
  }
}
