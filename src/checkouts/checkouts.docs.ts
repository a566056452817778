/** API documentation of the checkout endpoints, with examples from the sample shop. */

import Type from 'typebox'
import type { OperationDocs } from '../http/operation-docs.ts'
import { heldTooOften } from './hold-cart.ts'
import { REFERENCE_PATTERN, referenceRule } from './order-reference.ts'

const reference = '2026-000123'
const params = Type.Object({ reference: Type.String({ pattern: REFERENCE_PATTERN, description: referenceRule }) })
const held = 'a held checkout of a guest with three metres of linen'

/** PUT /checkouts/:reference. */
export const holdCheckout: OperationDocs = {
  name: 'holdCheckout',
  section: 'Orders',
  summary: 'Hold the totals of a cart before the payment',
  description:
    'Prices the cart now and refuses with 409 `cart_changed` if its totals are not those that the shopper has seen, or it has another tag than `expected.etag`: that of `GET /cart` or of `GET /checkout/session`. Promotions are judged on the channel that `channel` names, `web` without it: that of the page which has shown the totals. `meta.cart` is then the cart as it is, without `data.meta.coupon`, and `ETag` the tag of the next `GET /cart`. Where nobody may buy a line, since it is off sale or a variant must be chosen, it answers 409 `items_unavailable` with these lines in `meta.items`. A hold takes one use of the coupon and of every campaign that applies, for half an hour by default; while the stock guard counts, it reserves the quantities of all lines too, or answers 409 `insufficient_stock` with the short items in `meta.items`. The same request again answers the held document. A cart has one hold: a second reference releases the first. The holds of one subject are limited: by the minute, and of a limited coupon or campaign without an order in 24 hours.',
  params,
  refuses: [
    'parameter_invalid',
    'cart_changed',
    'items_unavailable',
    'coupon_used_up',
    'campaign_used_up',
    'insufficient_stock',
    'hold_limit_reached',
    'reference_taken',
    'cart_empty',
    'rate_limited',
    'cart_busy',
  ],
  refusalExamples: { hold_limit_reached: { detail: heldTooOften('coupon') } },
  examples: {
    guest: {
      summary: 'A guest pays for three metres of linen',
      given: 'a guest with three metres of linen in the cart, and an administrator',
      params: { reference },
      body: { subject: 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e', expected: { grandTotal: '489.50' } },
      status: 201,
    },
  },
}

/** GET /checkouts. */
export const listCheckouts: OperationDocs = {
  name: 'listCheckouts',
  section: 'Orders',
  summary: 'List checkouts',
  description:
    'The last held first; those of one millisecond in the order of their references. Each has `grandTotal` in place of its cart. A checkout must match every filter. A hold past its end is `expired`. A checkout that is held again between two pages moves to the beginning of the list.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: {
    unpaid: {
      summary: 'Payments that are under way or were abandoned, since a time',
      given: held,
      params: { 'filter[state]': 'held,expired', 'filter[heldAfter]': '2026-01-01T00:00:00Z', limit: 50 },
      status: 200,
    },
  },
}

/** GET /checkouts/:reference. */
export const readCheckout: OperationDocs = {
  name: 'readCheckout',
  section: 'Orders',
  summary: 'Read a checkout',
  params,
  refuses: ['parameter_invalid', 'checkout_not_found'],
  examples: { held: { summary: 'A held checkout', given: held, params: { reference }, status: 200 } },
}

/** POST /checkouts/:reference/complete. */
export const completeCheckout: OperationDocs = {
  name: 'completeCheckout',
  section: 'Orders',
  summary: 'Report that the order exists',
  description:
    'Subtracts the held quantities from the cart, once; what was added since the hold stays. Works in every state, also after the hold has expired or was released, since a paid order is never refused: a use beyond a limit is then taken and marked by `overLimit`, and so is one of a promotion for first orders by a customer who has another order. A cancelled checkout is completed again, too: do not repeat a completion after a cancellation.',
  params,
  refuses: ['parameter_invalid', 'checkout_not_found', 'cart_busy'],
  examples: { paid: { summary: 'The payment has succeeded', given: held, params: { reference }, status: 200 } },
}

/** DELETE /checkouts/:reference. */
export const releaseCheckout: OperationDocs = {
  name: 'releaseCheckout',
  section: 'Orders',
  summary: 'Release a held checkout, or cancel a completed one',
  description: 'The uses of coupon and campaign come back. The cart is not refilled.',
  otherResponses: { 204: null },
  params,
  refuses: ['parameter_invalid', 'checkout_not_found', 'cart_busy'],
  examples: { failed: { summary: 'The payment has failed', given: held, params: { reference }, status: 204 } },
}
