/** Cause and cure of each error code, for the reference's page of errors and for docs/errors.md (`npm run docs`). A code without an entry fails the type check. */

import type { RefusalCode } from '../../errors.ts'
import { type Advice, fieldErrorGuide } from './field-error-guide.ts'

const LATER = 'repeat after [`Retry-After`](#retry-after)'

/** The advice for each code, in the order of `src/errors.ts`. */
export const errorGuide: Record<RefusalCode, Advice> = {
  malformed_request: {
    cause: 'The request is not valid HTTP/1.1, or the connection was closed before the end of the body.',
    cure: 'Send the request through an HTTP library; look for a proxy that changes or cuts requests.',
  },
  malformed_json: { cause: 'The body is not valid JSON.', cure: 'Write the body with a JSON serialiser.' },
  invalid_encoding: {
    cause: 'The body is not valid UTF-8, or the query is not percent-encoded UTF-8.',
    cure: 'Encode texts as UTF-8 before they are sent, and the query by percent-encoding.',
  },
  parameter_invalid: {
    cause:
      'A parameter of the path or the query, or the header `Idempotency-Key`, is unknown, repeated or invalid. The cart refuses `sort`, `page`, `filter`, unknown `fields` and what it cannot `include`.',
    cure: 'Correct what `source.parameter` or `source.header` names; `detail` states the permitted values.',
  },
  precondition_unsupported: {
    cause: 'The endpoint cannot honour the precondition that `source.header` names.',
    cure: 'Leave the header out; [conditional writes](cart.md#conditional-writes) lists what the cart takes.',
  },
  token_missing: {
    cause: 'The request has no access token, or its scheme is not Bearer.',
    cure: 'Send `Authorization: Bearer <token>`, and let no proxy remove the header.',
  },
  token_invalid: {
    cause:
      'The access token has expired, is malformed, has an invalid signature, or is for another service or purpose.',
    cure: 'Get a new token, and repeat once. If new tokens fail, compare [the claims and keys](identity.md#claims) with the configuration.',
  },
  wrong_token_kind: {
    cause:
      'The token is valid, but its kind (member, guest, application, administrator) is not that of the endpoint. `/metrics` needs `METRICS_TOKEN`.',
    cure: 'Send the token of the kind that `detail` names.',
  },
  customer_unknown: {
    cause: 'No customer has the external id of the token.',
    cure: 'Create the customer [by the external id](customers.md#by-external-id), such as in a hook at sign-up; then repeat.',
  },
  customer_not_active: {
    cause: 'The customer is inactive, banned or deleted.',
    cure: 'Log the user out. The shop decides whether it sets `status` to `active` again.',
  },
  guest_cancelled: {
    cause: 'The guest was merged into a member.',
    cure: 'Use the token of the member, or begin a new guest.',
  },
  insufficient_scope: {
    cause: 'The token lacks the scope that `detail` and `WWW-Authenticate` name.',
    cure: 'Issue the token with [the scope](identity.md#scopes-of-administrators).',
  },
  cross_site_request: {
    cause: 'A request to the office comes from another website, or a write to it states no `Origin`.',
    cure: 'Call the admin API with a token instead; the office is for its own pages.',
  },
  guest_checkout_closed: {
    cause: '[Two settings of the shop](shop-settings.md) close the checkout for guests.',
    cure: 'Send the user to the login, or set both settings to 1.',
  },
  not_found: {
    cause: 'The path or the version of the API does not exist, or the feature is switched off.',
    cure: 'Compare the path with `/openapi.json`. Guest tokens and tokens for sessions need `SEPET_TOKEN_SECRET`.',
  },
  item_not_found: {
    cause: 'The cart has no item with this id: it was removed, or it is in another cart.',
    cure: 'Read the cart, and use an id of its items. A repeated removal has succeeded.',
  },
  customer_not_found: {
    cause: 'No customer has this id or external id.',
    cure: 'Find the customer in [the list](customers.md#the-list).',
  },
  cart_not_found: {
    cause: 'No cart of a shopping agent has this subject, or it has been cancelled or has expired.',
    cure: 'Read the carts that live by [the list](back-office.md#the-list), with `filter[kind]=ucp`.',
  },
  item_unknown: {
    cause: 'The checkout has no line with this `itemId`; without its cart, none with this product and variant.',
    cure: 'Take the ids of the lines from the `cart` of the checkout, and not from the present cart.',
  },
  return_exceeds: {
    cause: 'Fewer pieces of the line are left than are to be returned: the others were returned before.',
    cure: 'Read the checkout: `returns` has what was returned. Return what is left.',
  },
  checkout_not_found: {
    cause:
      'No checkout has this reference, or it was deleted [90 days after its hold had ended](operating.md#what-is-deleted-automatically).',
    cure: 'Compare the reference with that of the hold.',
  },
  session_not_found: {
    cause: 'The cookie names no web session, or one that has ended.',
    cure: 'Show the page again without a session; the app opens a new link.',
  },
  coupon_not_found: {
    cause: 'No coupon has this code.',
    cure: 'Find the code in the list of coupons; percent-encode it in the path.',
  },
  campaign_not_found: { cause: 'No campaign has this id.', cure: 'Find the id in the list of campaigns.' },
  batch_not_found: {
    cause: 'The campaign has no codes with this name of a batch; names are compared exactly.',
    cure: 'Read the names from `GET /campaigns/{id}/batches`.',
  },
  webhook_not_found: { cause: 'No webhook has this name.', cure: 'Find the name in the list of webhooks.' },
  method_not_allowed: {
    cause: 'The path does not support the method.',
    cure: 'Use a method of the header `Allow`.',
  },
  not_acceptable: {
    cause: '`Accept` lists JSON:API only with parameters.',
    cure: 'Send `Accept: application/vnd.api+json` without parameters, or no `Accept`.',
  },
  request_timeout: {
    cause: 'Headers or body have not arrived [in time](availability.md#overload-and-slow-clients).',
    cure: 'Repeat on a faster connection; split a large import.',
  },
  cart_changed: {
    cause: 'The totals of the cart, or its tag, differ from `expected`. Nothing is held.',
    cure: 'Show `meta.cart`, let the customer agree, and [hold again](orders.md#when-the-cart-has-changed).',
  },
  items_unavailable: {
    cause:
      'Nobody may buy some lines of the cart: their product or variant is off sale (`withdrawn`), or the product has got variants (`variant_required`). Nothing is held.',
    cure: 'Name the lines of `meta.items` to the customer, who [removes them](orders.md#items-that-nobody-may-buy) or adds a variant instead; then hold again.',
  },
  coupon_used_up: {
    cause: 'Another order has taken the last use of the coupon.',
    cure: 'Show the cart without the discount, and [hold again](orders.md#when-the-cart-has-changed).',
  },
  campaign_used_up: {
    cause: 'Another order has taken the last use of the campaign.',
    cure: 'Show the cart without the discount, and [hold again](orders.md#when-the-cart-has-changed).',
  },
  insufficient_stock: {
    cause:
      'A hold: less is left of an item than the cart has of it, and nothing is held. A change of products (422): `stockChange` would bring the stock below zero, and nothing has changed. Items with backorder are refused in neither case.',
    cure: 'A hold: show what is left, `available` of `meta.items`, and let the customer [change the cart](orders.md#stock). A change: read the stock, or set it by `stock`.',
  },
  hold_limit_reached: {
    cause:
      'The subject has held the coupon or campaign too often in 24 hours [without an order](orders.md#unpaid-holds).',
    cure: 'Offer the payment without it, or change `HOLD_RENEWALS`.',
  },
  reference_taken: {
    cause: 'The reference belongs to another subject, to other totals, or to a cancelled order.',
    cure: 'Hold under a new reference.',
  },
  campaign_in_use: {
    cause: 'Coupons are bound to the campaign; `detail` names some.',
    cure: 'Delete these coupons or bind them to another campaign, then repeat.',
  },
  campaign_not_bindable: {
    cause: 'The campaign is not `couponBound`: codes apply its reward only where it is.',
    cure: 'Save the campaign with `"couponBound": true`, or make the codes of another one.',
  },
  codes_full: {
    cause: 'The campaign would have more than 1,000,000 coupons.',
    cure: 'Make fewer, or make them of another campaign.',
  },
  checkout_not_completed: {
    cause: 'The checkout is held, released or expired, or the order was cancelled: there is nothing to return.',
    cure: 'Complete the checkout first, or release it. What a cancelled order took is in the stock again.',
  },
  returns_full: {
    cause:
      'The returns of the checkout would have more than 1,000 lines together, or, of an order with more than 500 lines, more than twice as many as it has.',
    cure: 'Return the pieces of a line in one request, and not one by one.',
  },
  codes_exhausted: {
    cause: 'Most codes of this prefix and length are taken. Nothing is made.',
    cure: 'Send another `prefix` or a greater `length`.',
  },
  import_running: {
    cause: 'Another import is running, over HTTP or by the command.',
    cure: `The import ends within minutes: ${LATER}.`,
  },
  webhooks_full: {
    cause: 'There are 20 webhooks.',
    cure: 'Delete one that is not needed.',
  },
  test_running: {
    cause: 'A test of the same webhook has not ended; it takes `WEBHOOK_TIMEOUT_SECONDS` at most.',
    cure: 'Wait for its result.',
  },
  precondition_failed: {
    cause:
      'The cart or the record has another tag than `If-Match`, or the record exists and `If-None-Match: *` creates only. Nothing is written.',
    cure: 'Show `meta.cart` and let the shopper decide ([conditional writes](cart.md#conditional-writes)); read the record that is stored.',
  },
  payload_too_large: {
    cause: 'The body exceeds the limit of the endpoint, or an import its limit of memory or time.',
    cure: 'Split the body. [Limits](availability.md#overload-and-slow-clients); for imports `IMPORT_BODY_LIMIT_MB` and `IMPORT_TIME_LIMIT_SECONDS`.',
  },
  unsupported_media_type: {
    cause: 'The endpoint does not take the `Content-Type`, its charset or parameters, or the body is compressed.',
    cure: 'Send a type of `Accept-Post`, `Accept-Patch` or `Accept`, uncompressed and in UTF-8.',
  },
  ...fieldErrorGuide,
  rate_limited: {
    cause: 'A [limit](configuration.md#limits) of the owner, the address or the network is reached. Nothing is done.',
    cure: `Send fewer requests, and ${LATER}. Operators: [which limit](monitoring.md#metrics), and [who](operating.md#somebody-floods-us).`,
  },
  headers_too_large: {
    cause: 'The request line and the headers exceed 16 KiB.',
    cure: 'Shorten cookies, tokens and the query.',
  },
  internal_error: {
    cause: 'A defect of Sepet: no input causes it.',
    cure: 'Repeat once; then look for `requestId` in [the log](monitoring.md#request-ids), and report the defect.',
  },
  unavailable: {
    cause:
      'The database, the keys of the identity provider or the disk for imports is unavailable, or the process is about to stop. A write may have been done.',
    cure: `Reads and [repeatable writes](cart.md#repeating-requests): ${LATER}. Operators: [when PostgreSQL is unavailable](availability.md#when-postgresql-is-unavailable).`,
  },
  database_busy: {
    cause: 'A lock, an import or other requests keep the database busy, which itself is available.',
    cure: `As for \`unavailable\`: ${LATER}.`,
  },
  cart_busy: {
    cause: 'Other writes to the same cart took five seconds, or a thousand are queued. Nothing is done.',
    cure: `Send the writes of one cart one after the other, and ${LATER}.`,
  },
  overloaded: {
    cause:
      'The server has [more requests than it can serve](availability.md#overload-and-slow-clients), or four exports of the same kind are being sent. Nothing is done.',
    cure: `Wait, and ${LATER}. Operators: [SepetOverloaded](alerts.md#sepetoverloaded).`,
  },
}
