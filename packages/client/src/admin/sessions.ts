/** The session calls of the client, for the server of a web shop: it acts for a browser's web session, and logs its customer in. */

import { type Cart, toCart } from '../cart-document.ts'
import { type Api, bodyOf, type CallOptions, type Schemas, withText } from '../responses.ts'

/** A token that acts for a web session: `accessToken`, `expiresAt` (ISO 8601) and `subject`, the owner of the cart. */
export type ActingToken = Schemas['ActingToken']

/** The owner of a web session, and the owner's cart. */
export type WebSession = Omit<Schemas['WebSession'], 'cart'> & { cart?: Cart }

/** The customer who logs in, by the id of Sepet or by the id of the shop's identity provider. */
export type LoginCustomer = { customerId: number } | { externalId: string }

/** Options of {@link SessionsClient}`.logIn`. */
export interface LoginOptions extends CallOptions {
  /**
   * Whether the cart of a guest's session, with its coupon, campaign and hold, comes along. Defaults to true. With false all of it stays
   * the guest's, whose tokens remain valid.
   */
  merge?: boolean | undefined
}

/** The result of {@link SessionsClient}`.logIn`. */
export interface LoggedIn {
  /** The new session. */
  session: WebSession
  /** The number of lines of the guest's cart that came along; 0 without a merge. */
  merged: number
  /** The values of `Set-Cookie`, which the web shop forwards to the browser. They are secret: do not log them. */
  setCookie: string[]
}

/**
 * The session calls of a client. They work on servers only: a browser sends no `Cookie` that a script sets.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own, and a `TypeError` for a cookie
 * that contains a character that no header contains.
 */
export type SessionsClient = ReturnType<typeof createSessionsClient>

const SESSION = '/api/v3/storefront/checkout/session'

/**
 * Creates the session calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The session calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createSessionsClient } from "./sessions.ts"
 *
 * const sessions = createSessionsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await sessions.createToken('sepet_session=…')).subject)
 * ```
 */
export function createSessionsClient(api: Api) {
  return {
    /**
     * Creates a token that acts for a browser's web session: it works on the cart for five minutes, and ends with the session.
     * Requires the scope `sessions:act`.
     *
     * @param cookie The header `Cookie` of the browser's request.
     * @param options An `AbortSignal`.
     * @returns The token, for `createClient` of `sepet-client`, and the subject, for `checkouts.hold`.
     * @throws SepetError with 404 `session_not_found` or 429 `rate_limited`, or a code of every call (see {@link SessionsClient}). 404
     *   `not_found` means that the service signs no tokens.
     * @example
     *
     * ```ts
     * import { createClient } from "sepet-client"
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const baseUrl = 'https://shop.example.com'
     * const { sessions } = createAdminClient({ baseUrl, token: 'eyJ…' })
     *
     * export async function addForBrowser(cookie: string, productId: number) {
     *   const { accessToken } = await sessions.createToken(cookie)
     *   return createClient({ baseUrl, token: accessToken }).cart.addItem({ productId, quantity: 1 })
     * }
     * ```
     */
    createToken: async (cookie: string, options: CallOptions = {}): Promise<ActingToken> =>
      bodyOf(api.POST(`${SESSION}/token`, { headers: cookieHeader(cookie), ...options }), document =>
        withText(document, 'accessToken'),
      ),

    /**
     * Logs a customer in on the web, after the web shop has checked the password: the browser's session ends, a new one begins, and the
     * cart of a guest's session is merged into the customer's, unless it stays behind. Requires the scope `sessions:act`.
     *
     * @param cookie The header `Cookie` of the browser's request; undefined if it has none.
     * @param customer The id or the external id of the customer.
     * @param options Whether the guest's cart comes along, and an `AbortSignal`.
     * @returns The new session, how many lines came along, and the cookies to forward to the browser.
     * @throws SepetError with 422 `customer_not_eligible`, `cart_full`, `field_required` or `field_invalid`, 503 `cart_busy`, or a code
     *   of every call (see {@link SessionsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { sessions } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     *
     * export async function logIn(request: Request, customerId: number, merge: boolean) {
     *   const { setCookie } = await sessions.logIn(request.headers.get('Cookie') ?? undefined, { customerId }, { merge })
     *   const headers = setCookie.map((value): [string, string] => ['Set-Cookie', value])
     *   return new Response(null, { status: 303, headers: [['Location', '/sepet'], ...headers] })
     * }
     * ```
     */
    logIn: async (
      cookie: string | undefined,
      customer: LoginCustomer,
      { merge, ...options }: LoginOptions = {},
    ): Promise<LoggedIn> => {
      const body = merge === undefined ? customer : { ...customer, merge }
      const result = api.POST(`${SESSION}/login`, { headers: cookieHeader(cookie), body, ...options })
      const login = await bodyOf(result, toLogin)
      return { ...login, setCookie: (await result).response.headers.getSetCookie() }
    },
  }
}

/** Converts the response of a login. @throws TypeError If it is not from Sepet. */
function toLogin({ meta, ...document }: Schemas['WebLogin']): Omit<LoggedIn, 'setCookie'> {
  if (typeof meta.merged !== 'number') throw new TypeError('The document has no number of merged lines.')
  const { cart, ...session } = withText(document, 'identity')
  return { session: cart ? { ...session, cart: toCart(cart) } : session, merged: meta.merged }
}

/** An error of the platform would contain the cookie, and write it into logs. */
function cookieHeader(cookie: string | undefined): { Cookie?: string } {
  if (cookie === undefined) return {}
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(cookie)) throw new TypeError('The cookie has characters that no header has.')
  return { Cookie: cookie }
}
