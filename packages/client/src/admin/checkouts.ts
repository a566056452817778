/** The checkout calls of the client, for the server of a web shop: hold the totals of a cart, complete, release, list. */

import { type Cart, toCart } from '../cart-document.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { type Api, bodyOf, type CallOptions, done, type Schemas, toRecord } from '../responses.ts'
import { type Page, type PageQuery, rowsOf, toPage } from './pages.ts'
import { given, joined, timeText } from './query.ts'

/**
 * A checkout: its state, its times, and `cart`, the cart as it was held. `cart` is null for an old attempt: of the released and expired
 * checkouts of one subject the two newest keep their carts.
 */
export type Checkout = Omit<Schemas['Checkout']['data'], 'cart'> & { cart: Cart | null }

/** What {@link CheckoutsClient}`.hold` holds. */
export interface NewHold {
  /** The owner of the cart: `member:<customer id>` or `guest:<uuid>`. */
  subject: string
  /**
   * What the shopper has seen: the totals as decimal numbers in text, `cargoPrice` where it is charged separately. With `etag`, the tag of the
   * cart as `cart.read()` returns it or as the web session's answer has it, any other change of the cart is refused, too.
   */
  expected: { grandTotal: string; cargoPrice?: string; etag?: string }
  /** Where the shopper has seen them, since promotions can be for a channel: `web` by default. */
  channel?: 'app' | 'web'
}

/** The result of {@link CheckoutsClient}`.hold`. */
export interface HeldCheckout {
  /** The checkout as it was stored. Its cart is null only for a repeated call, whose old attempt was completed late. */
  checkout: Checkout
  /** Whether the call held the cart; otherwise the same call had held it before. */
  created: boolean
}

/** A checkout of the list: its state, its times, and the grand total of the held cart. */
export type ListedCheckout = Schemas['ListedCheckout']

/** A return of items, as `checkout.returns` and {@link CheckoutsClient}`.returnItems` have it. The amounts are null where the checkout has none of lines. */
export type ItemsReturn = Schemas['Return']

/** What a return would refund. */
export type PlannedReturn = Schemas['PlannedReturn']['data']

/** What {@link CheckoutsClient}`.returnItems` returns. */
export interface NewReturn {
  /** Pieces by the ids of the lines; of a checkout whose `cart` is null, by their items. */
  lines: ({ itemId: string; quantity: number } | { productId: number; variantId?: number | null; quantity: number })[]
  /** Whether what the order took of these pieces is added to the stock: true by default. */
  restock?: boolean
}

/** Options of {@link CheckoutsClient}`.returnItems`. */
export interface ReturnOptions extends CallOptions {
  /** A key of this return alone, of 1 to 255 ASCII characters without blanks. Give one that you have stored to repeat a call from another process. */
  idempotencyKey?: string
}

/** Options of {@link CheckoutsClient}`.list` and `.all`. */
export interface CheckoutQuery extends PageQuery {
  /** Filters. A checkout must match every filter. */
  filter?: {
    /** The state, or several of them. Defaults to all. */
    state?: ListedCheckout['state'] | ListedCheckout['state'][]
    /** The owner of the cart: `member:<customer id>` or `guest:<uuid>`. */
    subject?: string
    /** The customer. */
    customerId?: number
    /** Checkouts that were held at this time or later: a `Date`, or ISO 8601 with an offset. */
    heldAfter?: Date | string
    /** Checkouts that were held before this time: a `Date`, or ISO 8601 with an offset. */
    heldBefore?: Date | string
  }
}

/**
 * The checkout calls of a client.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), besides its own, and 400 `parameter_invalid` for
 * a reference that is not 1 to 128 letters, digits and `._~-`, beginning with a letter or digit. A write throws 503 `cart_busy` too.
 */
export type CheckoutsClient = ReturnType<typeof createCheckoutsClient>

const CHECKOUTS = '/api/v3/admin/checkouts'
const CHECKOUT = '/api/v3/admin/checkouts/{reference}'
const RETURNS = '/api/v3/admin/checkouts/{reference}/returns'

/**
 * Creates the checkout calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The checkout calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createCheckoutsClient } from "./checkouts.ts"
 *
 * const checkouts = createCheckoutsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await checkouts.read('2026-000123')).state)
 * ```
 */
export function createCheckoutsClient(api: Api) {
  const list = async ({ limit, after, filter = {}, ...options }: CheckoutQuery = {}): Promise<Page<ListedCheckout>> => {
    const filters = {
      'filter[state]': joined(filter.state),
      'filter[subject]': filter.subject,
      'filter[customerId]': filter.customerId,
      'filter[heldAfter]': timeText(filter.heldAfter),
      'filter[heldBefore]': timeText(filter.heldBefore),
    }
    return bodyOf(api.GET(CHECKOUTS, { params: { query: given({ limit, after, ...filters }) }, ...options }), toPage)
  }

  return {
    /**
     * Holds the totals of a cart before the payment. Requires the scope `checkouts:write`.
     *
     * The same call again returns the held checkout, whatever became of the cart: after an unknown outcome, repeat it.
     *
     * @param reference The order number of the shop.
     * @param hold The owner of the cart, and the totals that the shopper has seen.
     * @param options An `AbortSignal`.
     * @returns The checkout, and whether the call created it.
     * @throws SepetError with 409 `cart_changed` (see `changedCartOf`), `items_unavailable` (lines that nobody may buy: `meta.items` of
     *   the error has `itemId`, `productId`, `variantId` and `reason` of each), `coupon_used_up`, `campaign_used_up`, `insufficient_stock` (the short
     *   items are in `meta.items`), `hold_limit_reached` or `reference_taken`, 422 `cart_empty`, `field_required` or `field_invalid`, 429 `rate_limited`, or a code of every call (see
     *   {@link CheckoutsClient}).
     * @example
     *
     * ```ts
     * import { changedCartOf, createAdminClient } from "sepet-client/admin"
     *
     * const { checkouts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * try {
     *   const hold = { subject: 'member:1', expected: { grandTotal: '489.50' } }
     *   const { checkout } = await checkouts.hold('2026-000123', hold)
     *   console.log('Charge', checkout.cart?.grandTotal?.amount)
     * } catch (error) {
     *   const cart = changedCartOf(error)
     *   if (!cart) throw error
     *   console.log('Show the new total', cart.grandTotal?.amount)
     * }
     * ```
     */
    hold: async (reference: string, hold: NewHold, options: CallOptions = {}): Promise<HeldCheckout> => {
      const result = api.PUT(CHECKOUT, { ...at(reference), body: hold, ...options })
      const checkout = await bodyOf(result, toCheckout)
      return { checkout, created: (await result).response.status === 201 }
    },

    /**
     * Reads a checkout. Requires the scope `checkouts:read`.
     *
     * @param reference The order number of the shop.
     * @param options An `AbortSignal`.
     * @returns The checkout.
     * @throws SepetError with 404 `checkout_not_found`, or a code of every call (see {@link CheckoutsClient}).
     */
    read: async (reference: string, options: CallOptions = {}): Promise<Checkout> =>
      bodyOf(api.GET(CHECKOUT, { ...at(reference), ...options }), toCheckout),

    /**
     * Reads a page of checkouts, the last held first. Requires the scope `checkouts:read`.
     *
     * @param query The page, filters, and an `AbortSignal`.
     * @returns The page.
     * @throws SepetError with a code of every call (see {@link CheckoutsClient}).
     */
    list,

    /**
     * Iterates over checkouts, the last held first, with one page in memory. Requires the scope `checkouts:read`.
     *
     * @param query The size of a page, filters, and an `AbortSignal`.
     * @returns The checkouts. One that is held again during the iteration may be missing. The iterator throws as `list` does.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { checkouts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const heldAfter = new Date(Date.now() - 24 * 60 * 60 * 1000)
     * for await (const { reference, grandTotal } of checkouts.all({ filter: { state: ['held', 'expired'], heldAfter } })) {
     *   console.log('Not paid', reference, grandTotal.amount)
     * }
     * ```
     */
    all: (query: CheckoutQuery = {}): AsyncGenerator<ListedCheckout, void, undefined> => rowsOf(list, query),

    /**
     * Reports that the order exists: the held quantities leave the cart. Requires the scope `checkouts:write`.
     *
     * It works in every state, and again: a paid order is never refused. After a cancellation it completes the checkout again, so do not
     * repeat it then.
     *
     * @param reference The order number of the shop.
     * @param options An `AbortSignal`.
     * @returns The checkout; `overLimit` says whether a coupon or campaign was used beyond its limit, `overStock` whether more of an item was
     * ordered than was left of it.
     * @throws SepetError with 404 `checkout_not_found`, or a code of every call (see {@link CheckoutsClient}).
     */
    complete: async (reference: string, options: CallOptions = {}): Promise<Checkout> =>
      bodyOf(api.POST(`${CHECKOUT}/complete`, { ...at(reference), ...options }), toCheckout),

    /**
     * Releases a held checkout, or cancels a completed one: the uses of coupon and campaign come back, and the stock. A second call
     * changes nothing. Requires the scope `checkouts:write`.
     *
     * @param reference The order number of the shop.
     * @param options An `AbortSignal`.
     * @throws SepetError with 404 `checkout_not_found`, or a code of every call (see {@link CheckoutsClient}).
     */
    release: async (reference: string, options: CallOptions = {}): Promise<void> =>
      done(api.DELETE(CHECKOUT, { ...at(reference), ...options })),

    /**
     * Returns items of a completed checkout. Requires the scope `checkouts:write`.
     *
     * Each call sends an `Idempotency-Key` of its own, unless you give one: a call that is repeated by the client counts once.
     *
     * @param reference The order number of the shop.
     * @param items The lines, and whether they go back to the stock.
     * @param options An idempotency key, and an `AbortSignal`.
     * @returns The return, with what is refunded.
     * @throws SepetError with 404 `checkout_not_found`, 409 `checkout_not_completed` or `returns_full`, 422 `field_required`, `field_invalid`,
     *   `item_unknown`, `return_exceeds` or `idempotency_key_reused`, or a code of every call (see {@link CheckoutsClient}).
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * const { checkouts } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * const { cart } = await checkouts.read('2026-000123')
     * const lines = cart ? cart.items.map(({ id }) => ({ itemId: id, quantity: 1 })) : []
     * const { refund } = await checkouts.returnItems('2026-000123', { lines })
     * console.log('Pay back', refund?.amount)
     * ```
     */
    returnItems: async (
      reference: string,
      items: NewReturn,
      { idempotencyKey = newIdempotencyKey(), ...call }: ReturnOptions = {},
    ): Promise<ItemsReturn> => {
      const headers = { 'Idempotency-Key': idempotencyKey }
      const result = api.POST(RETURNS, { ...at(reference), headers, body: items, ...call })
      return bodyOf(result, answer => toRecord(answer as Schemas['ReturnAnswer']))
    },

    /**
     * Finds what a return would refund, and writes nothing. Requires the scope `checkouts:write`.
     *
     * @param reference The order number of the shop.
     * @param items The lines, and whether they go back to the stock.
     * @param options An `AbortSignal`.
     * @returns What `returnItems` would answer now, without an id.
     * @throws SepetError as `returnItems` does.
     */
    planReturn: async (reference: string, items: NewReturn, options: CallOptions = {}): Promise<PlannedReturn> => {
      const params = { ...at(reference).params, query: { dryRun: 'true' } as const }
      return bodyOf(api.POST(RETURNS, { params, body: items, ...options }), ({ data }) => data)
    },
  }
}

function at(reference: string) {
  return { params: { path: { reference } } }
}

function toCheckout({ data }: Schemas['Checkout']): Checkout {
  return { ...data, cart: data.cart === null ? null : toCart(data.cart) }
}
