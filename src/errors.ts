/** Refusals: the closed union of permanent error codes. The error handler turns them into responses. */

/** HTTP status and title of each code. Codes are part of the API: new ones are added, none is renamed. */
const refusals = {
  malformed_request: [400, 'Malformed request'],
  malformed_json: [400, 'Malformed JSON'],
  invalid_encoding: [400, 'Not valid UTF-8'],
  parameter_invalid: [400, 'Parameter invalid'],
  precondition_unsupported: [400, 'Precondition not supported'],
  token_missing: [401, 'Access token missing'],
  token_invalid: [401, 'Access token invalid'],
  wrong_token_kind: [401, 'Wrong kind of token'],
  customer_unknown: [401, 'Customer unknown'],
  customer_not_active: [401, 'Customer not active'],
  guest_cancelled: [401, 'Guest cancelled'],
  insufficient_scope: [403, 'Insufficient scope'],
  cross_site_request: [403, 'Cross-site request'],
  guest_checkout_closed: [403, 'Guest checkout closed'],
  not_found: [404, 'Not found'],
  item_not_found: [404, 'Cart item not found'],
  customer_not_found: [404, 'Customer not found'],
  cart_not_found: [404, 'Cart not found'],
  checkout_not_found: [404, 'Checkout not found'],
  session_not_found: [404, 'Session not found'],
  coupon_not_found: [404, 'Coupon not found'],
  campaign_not_found: [404, 'Campaign not found'],
  batch_not_found: [404, 'Batch not found'],
  webhook_not_found: [404, 'Webhook not found'],
  method_not_allowed: [405, 'Method not allowed'],
  not_acceptable: [406, 'Not acceptable'],
  request_timeout: [408, 'Request timeout'],
  cart_changed: [409, 'Cart changed'],
  items_unavailable: [409, 'Items unavailable'],
  coupon_used_up: [409, 'Coupon used up'],
  campaign_used_up: [409, 'Campaign used up'],
  insufficient_stock: [409, 'Insufficient stock'],
  hold_limit_reached: [409, 'Hold limit reached'],
  reference_taken: [409, 'Reference taken'],
  campaign_in_use: [409, 'Campaign in use'],
  campaign_not_bindable: [409, 'Campaign not bindable'],
  codes_full: [409, 'Codes full'],
  checkout_not_completed: [409, 'Checkout not completed'],
  returns_full: [409, 'Returns full'],
  codes_exhausted: [409, 'Codes exhausted'],
  import_running: [409, 'Import running'],
  webhooks_full: [409, 'Webhooks full'],
  test_running: [409, 'Test running'],
  precondition_failed: [412, 'Precondition failed'],
  payload_too_large: [413, 'Payload too large'],
  unsupported_media_type: [415, 'Unsupported media type'],
  field_required: [422, 'Field required'],
  field_invalid: [422, 'Field invalid'],
  product_not_on_sale: [422, 'Product not on sale'],
  variant_required: [422, 'Variant required'],
  variant_invalid: [422, 'Variant invalid'],
  quantity_too_large: [422, 'Quantity too large'],
  cart_empty: [422, 'Cart empty'],
  item_unknown: [422, 'Item unknown'],
  return_exceeds: [422, 'Return exceeds what is left'],
  cart_full: [422, 'Cart full'],
  note_too_long: [422, 'Note too long'],
  campaign_not_available: [422, 'Campaign not available'],
  guest_token_invalid: [422, 'Guest token invalid'],
  guest_merged_elsewhere: [422, 'Guest merged elsewhere'],
  ids_exhausted: [422, 'Ids exhausted'],
  bulk_size_invalid: [422, 'Bulk size invalid'],
  email_taken: [422, 'Email taken'],
  external_id_taken: [422, 'External id taken'],
  customer_group_not_found: [422, 'Customer group not found'],
  customer_not_eligible: [422, 'Customer not eligible'],
  product_unknown: [422, 'Product unknown'],
  variant_unknown: [422, 'Variant unknown'],
  sku_ambiguous: [422, 'SKU ambiguous'],
  prices_relabelled: [422, 'Prices relabelled'],
  idempotency_key_reused: [422, 'Idempotency key reused'],
  address_not_allowed: [422, 'Address not allowed'],
  rate_limited: [429, 'Rate limit exceeded'],
  headers_too_large: [431, 'Request headers too large'],
  internal_error: [500, 'Internal error'],
  unavailable: [503, 'Temporarily unavailable'],
  database_busy: [503, 'Database busy'],
  cart_busy: [503, 'Cart busy'],
  overloaded: [503, 'Overloaded'],
} as const satisfies Record<string, readonly [status: number, title: string]>

/** The code of an error response. */
export type RefusalCode = keyof typeof refusals

const UNREADABLE = 'The request cannot be read as HTTP/1.1.'

/** The details of the codes that mostly say one sentence. What depends on the request is written where it is refused. */
const details = {
  malformed_request: UNREADABLE,
  malformed_json: 'The body is not valid JSON.',
  invalid_encoding: 'The body is not valid UTF-8.',
  token_missing: 'Send an access token: Authorization: Bearer <token>.',
  token_invalid: 'The access token is malformed, has an invalid signature, or is for another service.',
  wrong_token_kind: 'This endpoint requires the token set in METRICS_TOKEN.',
  customer_unknown: 'No customer has the external id of this token.',
  customer_not_active: 'The customer of this token is not active.',
  guest_cancelled: 'This guest has logged in: use the token of the member.',
  cross_site_request: 'The request does not come from a page of the office.',
  guest_checkout_closed: 'The shop allows the checkout for members only.',
  not_found: 'There is nothing at this path.',
  item_not_found: 'The cart has no item with this id.',
  customer_not_found: 'There is no customer with this id.',
  cart_not_found: 'There is no such cart of a shopping agent: it is unknown, cancelled or expired.',
  checkout_not_found: 'There is no checkout with this reference.',
  session_not_found: 'The cookie names no web session, or one that has ended.',
  coupon_not_found: 'There is no coupon with this code.',
  campaign_not_found: 'There is no campaign with this id.',
  batch_not_found: 'The campaign has no codes of this batch.',
  webhook_not_found: 'There is no webhook with this name.',
  request_timeout: UNREADABLE,
  cart_changed: 'The cart or its totals differ from the expected ones; meta.cart is the cart as it is.',
  items_unavailable: 'Nobody may buy some items of the cart; meta.items has them.',
  coupon_used_up: 'The coupon has no use left.',
  campaign_used_up: 'The campaign has no use left.',
  insufficient_stock: 'Less is left of an item than the cart has of it; meta.items has what is left.',
  reference_taken: 'The reference belongs to another subject or to other totals.',
  campaign_not_bindable: 'The campaign takes no coupons: it is not couponBound.',
  codes_full: 'A campaign has at most 1000000 codes.',
  checkout_not_completed: 'Items are returned of a completed checkout: this one is not completed, or was cancelled.',
  returns_full: 'The returns of a checkout have 1000 lines at most, or twice those of the order.',
  codes_exhausted: 'Too few codes of this form are free: send another prefix, or a greater length.',
  import_running: 'Another import is running.',
  webhooks_full: 'There are 20 webhooks, which is the maximum.',
  test_running: 'Another test of this webhook is running.',
  precondition_failed: 'A precondition of the request is not met.',
  payload_too_large: 'The body is larger than this endpoint takes.',
  unsupported_media_type: 'Send the body as application/json.',
  field_required: 'The body is required: JSON.',
  product_not_on_sale: 'The product is not on sale.',
  variant_required: 'The product has variants: choose one.',
  variant_invalid: 'The product has no such variant on sale.',
  cart_empty: 'The cart of the subject is empty.',
  item_unknown: 'The checkout has no such item.',
  campaign_not_available: 'campaignId must be one of the ids in the cart’s campaigns.',
  guest_token_invalid: 'guestToken must be a valid access token of a guest with the scope storefront:cart.',
  guest_merged_elsewhere: 'The guest was merged into another member.',
  ids_exhausted: 'There are no ids left: a customer was imported with almost the greatest.',
  customer_group_not_found: 'There is no such customer group.',
  customer_not_eligible: 'There is no active customer with this id.',
  idempotency_key_reused:
    'The key was sent before, with another product, variant or quantity: use a new key for each add.',
  address_not_allowed: 'Every address of the host is in a network that is not allowed.',
  headers_too_large: UNREADABLE,
  internal_error: 'An internal error occurred; the request may be repeated.',
  unavailable: 'The database cannot be reached.',
  database_busy: 'Other requests keep the database busy.',
  cart_busy: 'Other writes to this cart took too long. Nothing was done.',
  overloaded: 'The server is overloaded. Nothing was done.',
} as const satisfies Partial<Record<RefusalCode, string>>

/** A code whose refusals mostly have one detail. */
export type DetailedCode = keyof typeof details

/** All codes. */
export const refusalCodes = Object.keys(refusals) as RefusalCode[]

/** The codes of server errors (5xx), which are not the client's fault. */
export const failureCodes = refusalCodes.filter(code => statusOf({ code }) >= 500)

/** One violation: of the body field at the JSON pointer, of the query parameter, of the header, or of the request when all are absent. */
export interface Violation {
  code: RefusalCode
  /** Explanation for developers. */
  detail: string
  pointer?: string
  parameter?: string
  /** Name of a request header. */
  header?: string
  /** Further data of the error, by name. */
  meta?: Readonly<Record<string, unknown>>
}

/** The setting of V8 that limits the frames of a new error's stack. */
const traces = Error as typeof Error & { stackTraceLimit?: number | undefined }

/** An error that is an answer: nothing reads its stack, which takes most of the time of its creation. */
export class StacklessError extends Error {
  constructor(message: string, cause?: unknown) {
    const { stackTraceLimit } = traces
    traces.stackTraceLimit = 0
    super(message, { cause })
    traces.stackTraceLimit = stackTraceLimit
  }
}

/** The error that refuses a request. All its violations share one HTTP status. */
export class Refusal extends StacklessError {
  readonly violations: readonly Violation[]
  /** Headers of the response, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>
  /** Data of the whole response, such as the number of all violations where only the first are listed. */
  readonly meta: Readonly<Record<string, unknown>> | undefined

  constructor(
    violations: Violation | Violation[],
    headers: Record<string, string> = {},
    cause?: unknown,
    meta?: Readonly<Record<string, unknown>>,
  ) {
    const list = [violations].flat()
    super(list.map(each => each.code).join(', '), cause)
    this.name = 'Refusal'
    this.violations = list
    this.headers = headers
    this.meta = meta
  }

  /** HTTP status of the response. */
  get status(): number {
    return statusOf(this.violations[0] as Violation)
  }
}

/**
 * Creates a refusal with one violation.
 * @param detail explanation for developers; `detailOf(code)` where it is left out
 * @param headers headers of the response, such as `Retry-After`
 */
export function refusal(code: DetailedCode): Refusal
export function refusal(code: RefusalCode, detail: string, headers?: Record<string, string>): Refusal
export function refusal(code: RefusalCode, detail = detailOf(code as DetailedCode), headers = {}): Refusal {
  return new Refusal({ code, detail }, headers)
}

/** Returns the detail that the refusals of a code mostly have. */
export function detailOf(code: DetailedCode): string {
  return details[code]
}

/** Whether `detailOf` has a detail of a code. */
export function isDetailed(code: RefusalCode): code is DetailedCode {
  return code in details
}

/** Statuses of codes where a violation names a field of the body. */
const fieldStatuses: { [Code in RefusalCode]?: number } = { insufficient_stock: 422 }

/** Returns the HTTP status of a violation. */
export function statusOf({ code, pointer }: Pick<Violation, 'code' | 'pointer'>): number {
  return (pointer === undefined ? undefined : fieldStatuses[code]) ?? refusals[code][0]
}

/** Returns the title of a code: a short text that is the same in every error with the code. */
export function titleOf(code: RefusalCode): string {
  return refusals[code][1]
}
