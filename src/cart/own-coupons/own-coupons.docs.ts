/** API documentation of the coupons of a customer, with an example from the sample shop. */

import type { OperationDocs } from '../../http/operation-docs.ts'

/** GET /coupons. */
export const listOwnCoupons: OperationDocs = {
  name: 'listOwnCoupons',
  section: 'Cart',
  summary: 'List the coupons of the customer',
  description:
    'The coupons whose audience names this customer, or the customer’s group, and that the customer can still use: switched on, within their dates, with a use left, also to this customer, and so is the campaign that they are bound to. `POST /cart/coupon` applies one by its `id`. Whether it applies to the cart now, which may need other items, another hour or another channel, is not asked. A coupon that names nobody, such as one for all members, is not listed.\n\nThose that end soonest come first; at most 100 are listed, of 1,000 that are examined.',
  examples: { own: { summary: 'The coupons of Elif', given: 'a member', status: 200 } },
}
