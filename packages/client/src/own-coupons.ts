/** The coupons of the customer whose token the client uses. */

import { type Api, bodyOf, type CallOptions, type Schemas, toRows } from './responses.ts'
import { STOREFRONT_PATH } from './storefront-path.ts'

type Row = Schemas['OwnCoupons']['data'][number]

/**
 * A coupon that the customer can still use: its `code`, for `cart.applyCoupon`, its `description`, the kind of its reward, and when it ends
 * (ISO 8601), `null` for never. New kinds may come.
 */
export type OwnCoupon = Row['attributes'] & { code: string }

/**
 * Lists the coupons of the customer.
 *
 * @param api The typed transport, which sends the access token.
 * @param options An `AbortSignal`.
 * @returns The coupons, those that end soonest first.
 * @throws SepetError If the request is refused.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "./api.generated.ts"
 * import { listOwnCoupons } from "./own-coupons.ts"
 *
 * const coupons = await listOwnCoupons(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log(coupons.map(({ code }) => code))
 * ```
 */
export function listOwnCoupons(api: Api, options: CallOptions = {}): Promise<OwnCoupon[]> {
  return bodyOf(api.GET(`${STOREFRONT_PATH}/coupons`, { ...options }), (document: Schemas['OwnCoupons']) =>
    toRows(document).map(({ id, attributes }) => ({ code: id, ...attributes })),
  )
}
