/** API documentation of the cart endpoints, with examples from the sample shop. */

import type { OperationDocs } from '../http/operation-docs.ts'

const itemId = '0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e'
const params = { itemId }
const empty = 'a guest with an empty cart'
const linen = 'a guest with three metres of linen in the cart'

/** GET /cart. */
export const readCart: OperationDocs = {
  name: 'readCart',
  section: 'Cart',
  summary: 'Read the cart',
  description:
    'Prices, stock, campaigns and discounts are those of this moment. Fields that do not apply are absent, never `null`. While the chosen coupon does not apply, `data.meta.coupon` names the reason; so it does in every response with a cart. `data.meta.promotions` lists all promotions that apply where a campaign applies by itself or several do, and `data.meta.offers`, in a shop that shows them, the campaigns that only a minimum keeps from applying.\n\nWith the `ETag` of an earlier response in `If-None-Match`, an unchanged cart is answered with 304 and no body.\n\n`fields[carts]` and `fields[cart-items]` shorten the answer, as they do at every cart endpoint: it then lacks the fields that are not named, also those that the schema requires, and has a tag of its own for `If-None-Match`. `If-Match` takes the tag of the whole answer alone.',
  examples: {
    linen: { summary: 'A cart with one item', given: linen, status: 200 },
    empty: { summary: 'An empty cart', given: empty, status: 200 },
    unchanged: {
      summary: 'The empty cart again',
      given: empty,
      params: { 'If-None-Match': '"ea503a556ea0e5ed"' },
      status: 304,
    },
  },
}

/** DELETE /cart. */
export const clearCart: OperationDocs = {
  name: 'clearCart',
  section: 'Cart',
  summary: 'Empty the cart',
  description: 'The chosen coupon and campaign are removed too, and campaigns that were switched off are on again.',
  examples: { emptied: { summary: 'The emptied cart', given: linen, status: 200 } },
}

/** POST /cart-items. */
export const addItem: OperationDocs = {
  name: 'addItem',
  section: 'Cart',
  summary: 'Add an item',
  description:
    'An item that the cart already holds gets the quantity added to its line; any other gets a line of its own. `meta.affectedItemId` names the line. Adding more than the stock is not an error: look at `availableForSale` and `stock`.\n\nA request whose response was lost may be repeated with the same `Idempotency-Key`: it adds once, and is answered with the cart as it is now. Without a key, read the cart before you repeat a request that was answered 503 `unavailable` or `database_busy`: the item may have been added.',
  refuses: [
    'parameter_invalid',
    'product_not_on_sale',
    'variant_required',
    'variant_invalid',
    'quantity_too_large',
    'cart_full',
    'idempotency_key_reused',
  ],
  refusalExamples: {
    parameter_invalid: {
      header: 'Idempotency-Key',
      detail: 'Must be one key of 1 to 255 ASCII characters from ! to ~, without blanks.',
    },
  },
  headers: { 201: ['Idempotency-Replayed'] },
  examples: {
    linen: {
      summary: 'Three metres of linen',
      given: empty,
      body: { productId: 108, quantity: 3 },
      status: 201,
    },
    more: {
      summary: 'Two more of the same item',
      given: linen,
      body: { productId: 108, quantity: 2 },
      status: 201,
    },
    shirt: {
      summary: 'A shirt in one of its variants',
      given: empty,
      body: { productId: 101, variantId: 10103, quantity: 1 },
      status: 201,
    },
    cushion: {
      summary: 'A reduced cushion, on which a campaign applies by itself',
      given: empty,
      body: { productId: 109, quantity: 1 },
      status: 201,
    },
    keyed: {
      summary: 'With a key, so that the request may be repeated',
      given: empty,
      params: { 'Idempotency-Key': '5f0c1d2e-8a9b-4c3d-9e7f-1a2b3c4d5e6f' },
      body: { productId: 108, quantity: 2 },
      status: 201,
    },
  },
}

/** PATCH /cart-items/:itemId. */
export const setQuantity: OperationDocs = {
  name: 'setQuantity',
  section: 'Cart',
  summary: 'Set the quantity of an item',
  description: 'The quantity is the new one, not an increment.',
  refuses: ['item_not_found'],
  examples: { five: { summary: 'Five metres instead', given: linen, params, body: { quantity: 5 }, status: 200 } },
}

/** PATCH /cart-items/:itemId/notes. */
export const setNotes: OperationDocs = {
  name: 'setNotes',
  section: 'Cart',
  summary: 'Set the notes of an item',
  description:
    'A note that is left out keeps its value; `null` and an empty text clear it. The shop decides how long notes may be, in Unicode code points.',
  refuses: ['item_not_found', 'note_too_long'],
  examples: {
    gift: {
      summary: 'A gift with a note',
      given: linen,
      params,
      body: { giftNote: 'İyi ki doğdun!', giftPackage: true },
      status: 200,
    },
  },
}

/** DELETE /cart-items/:itemId. */
export const removeItem: OperationDocs = {
  name: 'removeItem',
  section: 'Cart',
  summary: 'Remove an item',
  refuses: ['item_not_found'],
  examples: { removed: { summary: 'The cart without the item', given: linen, params, status: 200 } },
}

/** POST /cart/coupon. */
export const applyCoupon: OperationDocs = {
  name: 'applyCoupon',
  section: 'Cart',
  summary: 'Apply a coupon',
  description:
    'A coupon that does not apply is not an error: the response then has no `appliedCoupon`, and `data.meta.coupon` names the reason. The code is stored, and applies once it can, if the reason is `audience` (a login helps), `campaign`, `products`, `minimum_quantity` or `minimum_total`. If the cart lacks nothing but minimums, `missingAmount` and `missingQuantity` say how much. For any other reason it is not stored, and only this response names it. Both remove the earlier coupon. Upper and lower case do not matter, nor do full-width letters, blanks around the code, and characters that nobody sees.\n\nA coupon that is not for this customer cannot be told from a code that does not exist. Attempts are limited per customer or guest, over all tokens; attempts with unknown codes also per client network.',
  examples: {
    valid: { summary: 'Ten percent off', given: linen, body: { couponCode: 'indirim' }, status: 200 },
    tooLittle: {
      summary: 'A coupon for carts from 400 lira on: what is missing',
      given: 'a guest with two metres of linen in the cart',
      body: { couponCode: 'HEDİYE100' },
      status: 200,
    },
    expired: { summary: 'A coupon that has expired', given: linen, body: { couponCode: 'BAHAR20' }, status: 200 },
    unknown: { summary: 'A code that no coupon has', given: linen, body: { couponCode: 'YOK' }, status: 200 },
  },
}

/** DELETE /cart/coupon. */
export const removeCoupon: OperationDocs = {
  name: 'removeCoupon',
  section: 'Cart',
  summary: 'Remove the coupon',
  description: 'It is not an error when there was none.',
  examples: {
    removed: { summary: 'The cart without it', given: `${linen} and the coupon İNDİRİM applied`, status: 200 },
  },
}

const sixMetres = 'a guest with six metres of linen in the cart'

/** POST /cart/campaign. */
export const chooseCampaign: OperationDocs = {
  name: 'chooseCampaign',
  section: 'Cart',
  summary: 'Choose a campaign',
  description:
    'One of the `campaigns` of the latest response. The earlier choice, if there was one, is replaced. While a coupon applies that the campaign does not combine with, the choice is stored and does not apply. A refused request changes nothing. Campaigns that apply by themselves do so again, after `DELETE /cart/campaign`, while the chosen one does not apply.',
  refuses: ['campaign_not_available'],
  examples: { ten: { summary: 'Ten percent off the cart', given: sixMetres, body: { campaignId: 2 }, status: 200 } },
}

/** DELETE /cart/campaign. */
export const removeCampaign: OperationDocs = {
  name: 'removeCampaign',
  section: 'Cart',
  summary: 'Remove the campaign',
  description:
    'It is not an error when none was chosen. Campaigns that apply by themselves are switched off for this cart until a campaign is chosen, the cart is emptied by `DELETE /cart`, or an order leaves nothing in it.',
  examples: { removed: { summary: 'The cart without it', given: `${sixMetres} and campaign 2 chosen`, status: 200 } },
}

/** A placeholder token for the example. Every server rejects it. */
const exampleToken = 'eyJhbGciOiJIUzI1NiJ9.eyJleGFtcGxlIjp0cnVlfQ.c2lnbmF0dXJl'

/** POST /cart/merge. */
export const mergeCart: OperationDocs = {
  name: 'mergeCart',
  section: 'Cart',
  summary: 'Merge a guest’s cart at login',
  description:
    'The request carries the member’s token, its body the guest’s. Quantities of equal lines add up, other lines move over, the member’s notes take precedence, and the guest’s coupon and campaign are taken where the member has none; a member who has switched campaigns off gets none. That the guest has switched them off is not taken over. From then on the guest’s tokens are refused. Repeating the request is harmless.',
  refuses: ['guest_token_invalid', 'guest_merged_elsewhere', 'cart_full'],
  examples: {
    login: {
      summary: 'The guest’s linen becomes the member’s',
      given: 'a member with an empty cart, and a guest with three metres of linen',
      body: { guestToken: exampleToken },
      status: 200,
    },
  },
}
