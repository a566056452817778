/** Operation docs of links to carts that the shop makes, with examples. */

import type { OperationDocs } from '../../http/operation-docs.ts'

/** POST /cart-links. */
export const createCartLink: OperationDocs = {
  name: 'createCartLink',
  section: 'Back office',
  summary: 'Make a link to a cart',
  description:
    'Whoever opens the link gets the lines in the own cart, once. The lines are those of the request, or with `subject` those that the cart of that owner has now, without notes; the link tells nothing of the owner and does not change the cart. `couponCode` becomes the coupon of a cart that has none, as if the visitor had entered it. The link is dead from `expiresAt` on: by default after 7 days, at most after 365. `uses` is the number of visitors to whom it may bring something; whoever it has brought something may open it again. The URL is not stored and cannot be read again.',
  refuses: ['product_unknown', 'variant_unknown', 'variant_required', 'cart_empty', 'cart_full'],
  refusalExamples: {
    product_unknown: { pointer: '/lines/0/productId', detail: 'There is no product with this id.' },
    variant_unknown: { pointer: '/lines/0/variantId', detail: 'The product has no variant with this id.' },
    variant_required: { pointer: '/lines/0/variantId', detail: 'The product has variants: choose one.' },
    cart_empty: { pointer: '/subject', detail: 'The cart of the subject is empty.' },
    cart_full: { pointer: '/lines', detail: 'A cart holds at most 500 lines.' },
  },
  examples: {
    lines: {
      summary: 'Two pieces, for one visitor',
      given: 'a guest with three metres of linen in the cart, and an administrator',
      body: { lines: [{ productId: 104, quantity: 2 }], uses: 1 },
      status: 201,
    },
  },
}

/** GET /checkout/cart-link. */
export const openCartLink: OperationDocs = {
  name: 'openCartLink',
  section: 'Checkout handoff',
  summary: 'Open a link to a cart that the shop has made',
  description:
    'Anybody may open it, as often as they like, until it expires. The products that are on sale are added to the cart of the browser’s session; without a session a guest’s begins. A second opening adds nothing. Every outcome except 429 is a redirect to the default path, which `?continue=` tells that the link is dead or used up (`gone`), that the shop is closed to guests (`closed`), or that the link cannot be opened now (`unavailable`). Requests that have content, those marked as prefetch, and those that a page makes for itself do nothing.',
  readsSession: true,
  otherResponses: { 302: null },
  headers: { 302: ['Location', 'Set-Cookie', 'Referrer-Policy'], 429: ['Referrer-Policy'] },
  examples: {
    dead: { summary: 'A link that does not exist', given: 'any client', params: { c: 'c0ffee' }, status: 302 },
  },
}
