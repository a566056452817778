/** Sentences for refused requests in English. */

import { serverCodesEn } from './server-codes-en.js'

/** @type {typeof import('./problems-tr.js').problemsTr} */
export const problemsEn = {
  offline: 'The server cannot be reached. Check your connection, and try again.',
  notFound: 'There is no such record.',
  other: status => `The server could not answer the request (HTTP ${status}).`,
  fields: count => (count === '1' ? 'One field needs a correction.' : `${count} fields need a correction.`),
  codes: {
    ...serverCodesEn,
    cart_not_found: 'There is no such cart, or it has expired.',
    checkout_not_found: 'There is no order with this number.',
    campaign_in_use: 'Coupons are bound to this campaign. Delete them first, or bind them to another campaign.',
    campaign_not_bindable: 'This campaign does not apply by coupon any more: tick “By coupon only”, and save.',
    checkout_not_completed: 'Only items of a completed order can be returned.',
    returns_full: 'This order has too many returns.',
    item_unknown: 'The order has no such item.',
    return_exceeds: 'Fewer pieces of this item are left than you want to return. Read the page again.',
    codes_full: 'A campaign has at most 1,000,000 codes.',
    codes_exhausted: 'Too few codes of this form are left: write more characters, or another beginning.',
    idempotency_key_reused: 'This request was sent before with another content. Load the page again.',
    precondition_failed: 'Somebody else has changed the record, so nothing was written. Load the page again.',
    test_running: 'A test of this webhook is still running. Wait for its result.',
    payload_too_large: 'The file or what it contains is too large. Divide it, and try again.',
    unsupported_media_type: 'The file must be JSON or CSV, written in UTF-8.',
    request_timeout: 'The file did not arrive in time. Try a faster connection, or divide it.',
    token_missing: 'Your session has ended, and nothing was written. Sign in again.',
    insufficient_scope: 'Your role does not allow this.',
    cross_site_request: 'The request was refused, as it came from another site. Load the page again.',
    parameter_invalid: 'A value that was searched for is invalid; check its spelling.',
    rate_limited: 'Too many requests in a short time. Try again in a moment.',
    database_busy: 'The server is busy, and nothing has changed. Try again in a moment.',
    overloaded: 'The server is busy, and nothing has changed. Try again in a moment.',
    unavailable: 'The server cannot answer right now. Try again in a moment.',
    field_required: 'Fill in this field.',
    field_invalid: 'The value of this field is not valid.',
  },
}
