/** The cart calls of the client, for staff and for jobs: look into one cart, preview a promotion in it, replace it, list carts, and make links to carts. */

import { type Cart, toCart } from '../cart-document.ts'
import { type Api, bodyOf, type CallOptions, type Schemas } from '../responses.ts'
import { type Page, type PageQuery, rowsOf, toPage } from './pages.ts'
import { given, timeText } from './query.ts'

/** The cart of one owner, with the conditions of the chosen coupon and of each campaign. */
export type OwnerCart = Omit<Schemas['OwnerCart']['data'], 'cart'> & { cart: Cart }

/** Options of {@link BackOfficeCartsClient}`.read`. */
export interface OwnerCartOptions extends CallOptions {
  /** The channel on which promotions are judged: `app` by default, and `agent` for a shopping agent's cart. */
  channel?: 'app' | 'web' | 'agent'
}

/** A coupon with its code, or a campaign with its id, that is not saved, and the time and the customer that it is judged for. */
export type UnsavedPromotion = Schemas['PreviewInput']

/** A cart as it would be with a promotion, and the effect. */
export interface PromotionPreview extends OwnerCart {
  /** The grand total with the promotion and without it, their difference, what the promotion replaces, and when and for whom it was judged. */
  preview: Schemas['PromotionEffect']
  /** Each field that is ignored. */
  warnings: Schemas['Warning'][]
}

/** A cart of the list: its owner, its numbers of lines and pieces, and its last change. */
export type ListedCart = Schemas['ListedCart']

/** What a cart is to contain. */
export type CartContent = Schemas['CartContent']

/** Options of {@link BackOfficeCartsClient}`.replace`. */
export interface ReplaceCartOptions extends OwnerCartOptions {
  /** The `ETag` of the cart: it is replaced only while it has it. */
  ifMatch?: string
}

/** What a link to a cart is made from: its `lines`, or the `subject` whose cart has them now. */
export type NewCartLink = Schemas['NewCartLink']

/** A link to a cart. */
export type CartLink = Schemas['CartLink']['data']

/** Options of {@link BackOfficeCartsClient}`.list` and `.all`. */
export interface CartQuery extends PageQuery {
  /** Adds the `value` of each cart: what its lines cost its owner now. A page has at most 50 rows then. */
  include?: 'value'
  /** Filters. A cart must match every filter. */
  filter?: {
    /** Carts that changed at this time or later: a `Date`, or ISO 8601 with an offset. */
    changedAfter?: Date | string
    /** Carts that changed before this time: a `Date`, or ISO 8601 with an offset. */
    changedBefore?: Date | string
    /** The kind of owner: members and guests by default, `ucp` for the carts of shopping agents. */
    kind?: 'member' | 'guest' | 'ucp'
  }
}

/**
 * The cart calls of a client.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), and 400 `parameter_invalid`.
 */
export type BackOfficeCartsClient = ReturnType<typeof createBackOfficeCartsClient>

const CARTS = '/api/v3/admin/carts'
const CART_LINKS = '/api/v3/admin/cart-links'

/**
 * Creates the cart calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The cart calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createBackOfficeCartsClient } from "./carts.ts"
 *
 * const carts = createBackOfficeCartsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await carts.read('member:42')).cart.totalQuantity)
 * ```
 */
export function createBackOfficeCartsClient(api: Api) {
  const list = async ({
    limit,
    after,
    filter = {},
    include,
    ...options
  }: CartQuery = {}): Promise<Page<ListedCart>> => {
    const filters = {
      'filter[changedAfter]': timeText(filter.changedAfter),
      'filter[changedBefore]': timeText(filter.changedBefore),
      'filter[kind]': filter.kind,
    }
    return bodyOf(
      api.GET(CARTS, { params: { query: given({ limit, after, include, ...filters }) }, ...options }),
      toPage,
    )
  }

  return {
    /**
     * Reads the cart of an owner, and why the chosen coupon and each campaign apply or not. Requires the scope `carts:read`.
     *
     * @param subject The owner: `member:<customer id>` or `guest:<uuid>`; `ucp:<uuid>` for a shopping agent's cart.
     * @param options The channel, and an `AbortSignal`.
     * @returns The cart; an empty one for a guest who has none.
     * @throws SepetError with 404 `customer_not_found` or `cart_not_found`, or a code of every call (see {@link BackOfficeCartsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { carts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { cart, campaigns } = await carts.read('member:42')
     * console.log(cart.grandTotal?.amount)
     * for (const { name, conditions } of campaigns) console.log(name, conditions.filter(({ holds }) => !holds))
     * ```
     */
    read: async (subject: string, { channel, ...options }: OwnerCartOptions = {}): Promise<OwnerCart> => {
      const params = { path: { subject }, query: given({ channel }) }
      const result = api.GET(`${CARTS}/{subject}`, { params, ...options })
      return bodyOf(result, ({ data }) => ({ ...data, cart: toCart(data.cart) }))
    },

    /**
     * Replaces the cart of a customer or guest, whole or not at all. A line whose item is in the cart keeps its id, and the notes that the new
     * line leaves out. Requires the scope `carts:write`.
     *
     * @param subject The owner: `member:<customer id>` or `guest:<uuid>`.
     * @param content The lines; `couponCode` that is left out keeps the coupon, and `null` removes it.
     * @param options The channel, the `ETag` that the cart must have, and an `AbortSignal`.
     * @returns The cart as it is then.
     * @throws SepetError with 404 `customer_not_found`, 412 `precondition_failed`, 422 `customer_not_eligible`, `product_not_on_sale`,
     *   `variant_required`, `variant_invalid`, `cart_full`, `note_too_long`, `field_required` or `field_invalid`, or a code of every call (see
     *   {@link BackOfficeCartsClient}). Each error of a line points to it, such as `/lines/2/quantity`.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { carts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { cart } = await carts.replace('member:42', { lines: [{ productId: 108, quantity: 2 }] })
     * console.log(cart.grandTotal?.amount)
     * ```
     */
    replace: async (
      subject: string,
      content: CartContent,
      { channel, ifMatch, ...options }: ReplaceCartOptions = {},
    ): Promise<OwnerCart> => {
      const params = { path: { subject }, query: given({ channel }), header: given({ 'If-Match': ifMatch }) }
      const result = api.PUT(`${CARTS}/{subject}`, { params, body: content, ...options })
      return bodyOf(result, ({ data }) => ({ ...data, cart: toCart(data.cart) }))
    },

    /**
     * Previews a coupon or campaign in the cart of an owner, as if it were saved, and entered or chosen there. It saves nothing. Requires
     * the scopes `carts:read` and `promotions:read`.
     *
     * @param subject The owner, as {@link BackOfficeCartsClient}`.read` takes it.
     * @param promotion `{ coupon }` with its code, or `{ campaign }` with its id.
     * @param options An `AbortSignal`.
     * @returns The cart with the promotion, the effect on its total, and warnings.
     * @throws SepetError with 404 `customer_not_found` or `cart_not_found`, 409 `campaign_in_use`, 413 `payload_too_large` (1 MiB), 422
     *   `field_required` or `field_invalid` at pointers such as `/coupon/value`, or a code of every call (see
     *   {@link BackOfficeCartsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { carts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const coupon = { code: 'YAZ10', discountType: 'percent' as const, value: '10' }
     * console.log((await carts.preview('member:42', { coupon })).preview.difference.amount) // -22.50
     * ```
     */
    preview: async (
      subject: string,
      promotion: UnsavedPromotion,
      options: CallOptions = {},
    ): Promise<PromotionPreview> => {
      const params = { path: { subject } }
      const result = api.POST(`${CARTS}/{subject}/preview`, { params, body: promotion, ...options })
      return bodyOf(result, ({ data, meta }) => ({ ...data, cart: toCart(data.cart), ...meta }))
    },

    /**
     * Makes a link that brings lines into the cart of whoever opens it. Requires the scope `carts:write`.
     *
     * @param link Its lines or the subject whose cart has them, and its coupon, expiry and uses.
     * @param options An `AbortSignal`.
     * @returns The URL, which cannot be read again, and its expiry.
     * @throws SepetError with 422 `field_required`, `field_invalid`, `product_unknown`, `variant_unknown`, `variant_required`, `cart_empty` or
     *   `cart_full`, or a code of every call (see {@link BackOfficeCartsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { carts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { url } = await carts.createLink({ subject: 'member:42', uses: 1 })
     * console.log(url)
     * ```
     */
    createLink: async (link: NewCartLink, options: CallOptions = {}): Promise<CartLink> =>
      bodyOf(api.POST(CART_LINKS, { body: link, ...options }), ({ data }) => data),

    /**
     * Reads a page of the carts that are not empty, in the order of their last changes, the oldest first. Requires the scope
     * `carts:read`.
     *
     * @param query The page, filters, and an `AbortSignal`.
     * @returns The page. It may have fewer rows than its limit, or none, although a page follows.
     * @throws SepetError with a code of every call (see {@link BackOfficeCartsClient}).
     */
    list,

    /**
     * Iterates over all carts that are not empty, with one page in memory. Requires the scope `carts:read`.
     *
     * @param query The size of a page, filters, and an `AbortSignal`. Set `changedBefore`: a cart that changes during the iteration
     *   moves to the end of the list, and may come twice.
     * @returns The carts. The iterator throws as `list` does.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { carts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const changedBefore = new Date(Date.now() - 24 * 60 * 60 * 1000)
     * for await (const { subject, pieces } of carts.all({ filter: { changedBefore, kind: 'member' } })) {
     *   console.log(subject, pieces)
     * }
     * ```
     */
    all: (query: CartQuery = {}): AsyncGenerator<ListedCart, void, undefined> => rowsOf(list, query),
  }
}
