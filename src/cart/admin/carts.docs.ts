/** API documentation of the back office's cart endpoints, with examples from the sample shop. */

import Type from 'typebox'
import { CartSubject, OwnerSubject } from '../../auth/subject.schema.ts'
import { detailOf } from '../../errors.ts'
import type { OperationDocs } from '../../http/operation-docs.ts'
import { inactiveSubject } from '../content/cart-content.ts'

const linen = 'a guest with three metres of linen in the cart, and an administrator'

/** GET /carts. */
export const listCarts: OperationDocs = {
  name: 'listCarts',
  section: 'Back office',
  summary: 'List the carts that are not empty',
  description:
    'In the order of their last changes, the oldest first, for jobs such as reminders of abandoned carts. `changedAt` is at most ten minutes older than the last change. A page may have fewer rows than its limit, or none, while `links.next` is not `null`: empty carts are passed over. The carts of shopping agents are listed by `filter[kind]=ucp` alone, while they live. `include=value` prices each cart of the page as its owner sees it now, on the channel on which the read of one cart judges it; nothing is stored.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  examples: {
    abandoned: {
      summary: 'Guests’ carts that have not changed since a time',
      given: 'the only cart, of a guest with three metres of linen, and an administrator',
      params: { 'filter[changedBefore]': '2099-01-01T00:00:00Z', 'filter[kind]': 'guest', limit: 50 },
      status: 200,
    },
  },
}

/** GET /carts/:subject. */
export const readOwnerCart: OperationDocs = {
  name: 'readOwnerCart',
  section: 'Back office',
  summary: 'Look into a cart',
  description:
    'The cart as its owner sees it, with the tag that it has for its owner, and why the chosen coupon and each campaign apply or not, on the channel that `channel` names. `applies` says that every condition holds; which of several campaigns has its discount is the shopper’s choice, or that of the `contest`. An automatic campaign has one where it is listed, would take something off and combines with the coupon that applies: the campaign that applies, whether the shopper has chosen it, and what this one would save. It changes nothing, and works for customers who are inactive or banned, too. A guest whom nobody has seen has an empty cart; so has one who has logged in, and `customerId` then names the customer. The cart of a shopping agent (`ucp:<uuid>`) is priced as a guest’s with the first of its codes that applies; once it is cancelled or expired it is 404.',
  params: Type.Object({ subject: CartSubject }),
  headers: { 200: ['ETag'] },
  refuses: ['parameter_invalid', 'customer_not_found', 'cart_not_found'],
  examples: {
    guest: {
      summary: 'The cart of a guest with three metres of linen',
      given: linen,
      params: { subject: 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e' },
      status: 200,
    },
  },
}

/** PUT /carts/:subject. */
export const replaceCart: OperationDocs = {
  name: 'replaceCart',
  section: 'Back office',
  summary: 'Replace a cart',
  description:
    'The cart of a customer or guest gets these lines, in their order, and has no others: for carts that come from another system, and for orders by telephone. All of it is written or nothing. A line whose item is in the cart already keeps its id, and each of `orderNote`, `giftNote` and `giftPackage` that is left out. `couponCode` that is left out keeps the coupon, and `null` removes it; a code that the shopper could not enter is refused, with the `reason` in the `meta` of the error. The chosen campaign and a held checkout stay. A guest whom nobody has seen gets a cart. With `If-Match` the cart is replaced only while it has one of the tags, which are those of `GET /cart`, and of the reads of this cart, on the channel that `channel` names.',
  params: Type.Object({ subject: OwnerSubject }),
  headers: { 200: ['ETag'] },
  refuses: [
    'parameter_invalid',
    'customer_not_found',
    'customer_not_eligible',
    'product_not_on_sale',
    'variant_required',
    'variant_invalid',
    'note_too_long',
    'cart_full',
    'cart_busy',
    'precondition_failed',
  ],
  refusalExamples: {
    customer_not_eligible: inactiveSubject,
    product_not_on_sale: { pointer: '/lines/0/productId', detail: detailOf('product_not_on_sale') },
    variant_required: { pointer: '/lines/0/variantId', detail: detailOf('variant_required') },
    variant_invalid: { pointer: '/lines/0/variantId', detail: detailOf('variant_invalid') },
    note_too_long: {
      pointer: '/lines/0/orderNote',
      detail: 'orderNote takes at most 250 characters, not 251.',
    },
    cart_full: { pointer: '/lines', detail: 'A cart holds at most 500 lines.' },
  },
  examples: {
    telephone: {
      summary: 'Two metres of linen for a guest',
      given: linen,
      params: { subject: 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e' },
      body: { lines: [{ productId: 108, quantity: 2, orderNote: 'Tek parça' }], couponCode: null },
      status: 200,
    },
  },
}

/** POST /carts/:subject/preview. */
export const previewPromotion: OperationDocs = {
  name: 'previewPromotion',
  section: 'Back office',
  summary: 'Preview a coupon or campaign in a cart',
  description:
    'Answers as the request that looks into the cart would answer if the record were saved: a coupon as if it were entered in the cart, a campaign as if it were chosen; one that is `couponBound` counts through the coupon that is entered, and one that is `automatic` is not chosen: it may lose to another, and its `contest` says so. `channel` names the channel on which promotions are judged. Nothing is written: no record, no choice, no hold, no use and no event. A record is checked as it is when it is saved, and uses of its code or id by orders and by other holds count. `at` names the time that promotions and prices are judged for, and `customerId` or `email` the customer, in whose place `null`, and an email that nobody has, stand for a guest; without them they are judged now, for the owner of the cart. Uses are those of now. `meta.preview` has the effect on the total, the time and the customer; beside it are warnings about fields that are ignored. The token needs both scopes, and `customers:read` where it names a customer.',
  params: Type.Object({ subject: CartSubject }),
  refuses: ['parameter_invalid', 'customer_not_found', 'cart_not_found', 'campaign_in_use'],
  refusalExamples: {
    campaign_in_use: {
      pointer: '/campaign/couponBound',
      detail: 'Coupons are bound to this campaign: HOŞGELDİN.',
    },
  },
  examples: {
    coupon: {
      summary: 'A coupon that is not saved, in the cart of a guest with three metres of linen',
      given: linen,
      params: { subject: 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e' },
      body: { coupon: { code: 'YAZ10', discountType: 'percent', value: '10' } },
      status: 200,
    },
    later: {
      summary: 'The same coupon, judged for a customer at a time to come',
      given: linen,
      params: { subject: 'guest:0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e' },
      body: {
        coupon: { code: 'YAZ10', discountType: 'percent', value: '10', startsAt: '2099-06-01T00:00:00+03:00' },
        at: '2099-06-15T12:00:00+03:00',
        customerId: 1,
      },
      status: 200,
    },
  },
}
