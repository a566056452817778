/** The coupon calls of the client. A coupon has the fields of the shop file. */

import { type Api, bodyOf, type CallOptions, done, type Schemas, toRecord } from '../responses.ts'
import { type Page, type PageQuery, rowsOf, toPage } from './pages.ts'
import { given } from './query.ts'
import { type Saved, type SaveOptions, savedOf, saveRequest } from './saved.ts'

/** A coupon with every field. */
export type Coupon = Schemas['CouponRecord']

/** A coupon to save. Absent fields get their defaults, except `usageCount`, which is kept. */
export type NewCoupon = Schemas['CouponInput']

/**
 * The coupon calls of a client. Codes are compared without regard to case.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own, and 400 `parameter_invalid` for a
 * code that is blank or longer than 100 characters.
 */
export type CouponsClient = ReturnType<typeof createCouponsClient>

const COUPONS = '/api/v3/admin/coupons'

/**
 * Creates the coupon calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The coupon calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createCouponsClient } from "./coupons.ts"
 *
 * const coupons = createCouponsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await coupons.read('YAZ10')).active)
 * ```
 */
export function createCouponsClient(api: Api) {
  const list = async ({ limit, after, ...options }: PageQuery = {}): Promise<Page<Coupon>> =>
    bodyOf(api.GET(COUPONS, { params: { query: given({ limit, after }) }, ...options }), toPage)
  const at = (code: string) => ({ params: { path: { code } } })

  return {
    /**
     * Reads a page of coupons in the order of their codes. Requires the scope `promotions:read`.
     *
     * @param query The page, and an `AbortSignal`.
     * @returns The page.
     * @throws SepetError with a code of every call (see {@link CouponsClient}).
     */
    list,

    /**
     * Iterates over all coupons in the order of their codes, with one page in memory. Requires the scope `promotions:read`.
     *
     * @param query The size of a page, and an `AbortSignal`.
     * @returns The coupons. The iterator throws as `list` does.
     */
    all: (query: PageQuery = {}): AsyncGenerator<Coupon, void, undefined> => rowsOf(list, query),

    /**
     * Reads a coupon. Requires the scope `promotions:read`.
     *
     * @param code The code, in upper or lower case: it is percent-encoded by the call.
     * @param options An `AbortSignal`.
     * @returns The coupon.
     * @throws SepetError with 404 `coupon_not_found`, or a code of every call (see {@link CouponsClient}).
     */
    read: async (code: string, options: CallOptions = {}): Promise<Coupon> =>
      bodyOf(api.GET(`${COUPONS}/{code}`, { ...at(code), ...options }), toRecord),

    /**
     * Creates a coupon or replaces it completely. Requires the scope `promotions:write`.
     *
     * @param code The code: it is percent-encoded by the call.
     * @param coupon The coupon.
     * @param options Whether the coupon is created only, and an `AbortSignal`.
     * @returns The coupon as it was stored, whether it was created, and warnings.
     * @throws SepetError with 412 `precondition_failed` (`createOnly`), 413 `payload_too_large` (1 MiB), 422 `field_required` or
     *   `field_invalid`, or a code of every call (see {@link CouponsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { coupons } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { created, warnings } = await coupons.save('YAZ10', { discountType: 'percent', value: '10' })
     * console.log(created, warnings)
     * ```
     */
    save: (code: string, coupon: NewCoupon, options: SaveOptions = {}): Promise<Saved<Coupon>> =>
      savedOf(api.PUT(`${COUPONS}/{code}`, { ...at(code), body: coupon, ...saveRequest(options) })),

    /**
     * Deletes a coupon. Its uses stay: a coupon with the same code continues to count them. Requires the scope `promotions:write`.
     *
     * @param code The code: it is percent-encoded by the call.
     * @param options An `AbortSignal`.
     * @throws SepetError with 404 `coupon_not_found`, or a code of every call (see {@link CouponsClient}).
     */
    delete: (code: string, options: CallOptions = {}): Promise<void> =>
      done(api.DELETE(`${COUPONS}/{code}`, { ...at(code), ...options })),
  }
}
