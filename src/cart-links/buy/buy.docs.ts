/** Operation docs of links to carts that anybody writes, with examples. */

import Type from 'typebox'
import type { OperationDocs } from '../../http/operation-docs.ts'

/** GET /buy/:items. */
export const openBuyLink: OperationDocs = {
  name: 'openBuyLink',
  section: 'Checkout handoff',
  summary: 'Open a link that names items',
  description:
    'Anybody may write such a link. `items` are pairs of an item and a quantity: `101:1,102-3:2`. An item is named as `UCP_ITEM_ID` says; an id with other characters than letters, digits, `.`, `_` and `-` is written as `~` and its base64url. Items that can be had are added to the cart of the browser’s session, once for each link and cart; without a session a guest’s begins. A link with `coupon` or `continue_to` may have no items: `/buy/?coupon=YAZ10`. `coupon`, or `discounts/codes/0`, becomes the coupon of a cart that has none, as if the visitor had entered it. An opened link leads to `continue_to`, a path of the same site, by default to the default path. A malformed link is redirected to the default path with `?continue=gone`. Requests that have content, those marked as prefetch, and those that a page makes for itself do nothing.',
  params: Type.Object({ items: Type.String({ examples: ['104:2'], description: 'pairs of an item and a quantity' }) }),
  readsSession: true,
  otherResponses: { 302: null, 303: null },
  headers: {
    302: ['Location', 'Referrer-Policy'],
    303: ['Location', 'Set-Cookie', 'Referrer-Policy'],
    429: ['Referrer-Policy'],
  },
  examples: {
    malformed: { summary: 'A link without a quantity', given: 'any client', params: { items: '104' }, status: 302 },
  },
}
