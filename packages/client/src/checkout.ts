/** The checkout calls of the client: handoff links into the web checkout, each valid once and for 60 seconds. */

import { type Api, bodyOf, type CallOptions, type Schemas, withText } from './responses.ts'
import { STOREFRONT_PATH } from './storefront-path.ts'

/** A handoff link: the `url` that a web view loads, and `expiresAt`, the time (ISO 8601) when the link expires. */
export type CheckoutLink = Schemas['HandoffLink']

/** Options of a handoff link. */
export interface LinkOptions extends CallOptions {
  /**
   * The path where the web checkout opens, such as `/odeme`. Defaults to the default path of the shop (`/sepet`), which also
   * replaces a path that the shop does not allow: this is not an error.
   */
  returnPath?: string
}

/**
 * The checkout calls of a client.
 *
 * Every call throws a `SepetError` with one of these codes if the request is refused, besides the codes of the call itself:
 *
 * - 401 `token_invalid` (also for an expired token), `wrong_token_kind`
 * - 403 `insufficient_scope`
 * - 429 `rate_limited`
 * - 500 `internal_error`
 * - 503 `unavailable`, `database_busy`, `overloaded`
 *
 * A call throws a `TypeError` if the access token is missing or contains a character that no token contains. Errors of `fetch`
 * (network failure, abort) and of the `token` function are thrown unchanged.
 */
export type CheckoutClient = ReturnType<typeof createCheckoutClient>

/**
 * Creates the checkout calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The checkout calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "./api.generated.ts"
 * import { createCheckoutClient } from "./checkout.ts"
 *
 * const checkout = createCheckoutClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await checkout.guestLink()).expiresAt)
 * ```
 */
export function createCheckoutClient(api: Api) {
  return {
    /**
     * Creates a handoff link for the member whose access token the client uses. Call it when the user taps the button: the link
     * expires after 60 seconds and is valid once.
     *
     * @param options The path where the web checkout opens, and an `AbortSignal`.
     * @returns The link.
     * @throws SepetError with 401 `customer_not_active`, or a code of every checkout call (see {@link CheckoutClient}).
     * @example
     *
     * ```ts
     * import { createClient } from "sepet-client"
     *
     * const { checkout } = createClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { url, expiresAt } = await checkout.memberLink({ returnPath: '/odeme' })
     * console.log(url, expiresAt)
     * ```
     */
    memberLink: (options: LinkOptions = {}): Promise<CheckoutLink> =>
      bodyOf(api.POST(`${STOREFRONT_PATH}/checkout-session`, request(options)), toLink),

    /**
     * Creates a handoff link for the guest whose access token the client uses. Call it when the user taps the button: the link
     * expires after 60 seconds and is valid once.
     *
     * @param options The path where the web checkout opens, and an `AbortSignal`.
     * @returns The link.
     * @throws SepetError with 401 `guest_cancelled` or 403 `guest_checkout_closed`, or a code of every checkout call (see
     *   {@link CheckoutClient}).
     */
    guestLink: (options: LinkOptions = {}): Promise<CheckoutLink> =>
      bodyOf(api.POST(`${STOREFRONT_PATH}/checkout-guest-session`, request(options)), toLink),
  }
}

const toLink = (document: CheckoutLink): CheckoutLink => withText(document, 'url')

function request({ returnPath, ...options }: LinkOptions) {
  return { body: returnPath === undefined ? {} : { returnPath }, ...options }
}
