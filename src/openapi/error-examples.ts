/** Error examples of the API description: one example per code and route. A test compares them with real responses. */

import { requireAccess, scopesFor, type TokenAccess } from '../auth/access.ts'
import { guestWithId, type Identity, memberWithId } from '../auth/identity.ts'
import { Refusal, type RefusalCode, type Violation } from '../errors.ts'
import { violationOf } from '../schema/violation.ts'
import { bodySchemaOf, type ObjectSchema, type Route } from './route.ts'

type ErrorExample = Omit<Violation, 'code'>

/** The error example of each code. If the example depends on the route, `errorExampleOf` overrides it. */
const errorExamples: Record<RefusalCode, ErrorExample> = {
  malformed_request: { detail: 'The request cannot be read as HTTP/1.1.' },
  malformed_json: { detail: 'The body is not valid JSON.' },
  invalid_encoding: { detail: 'The body is not valid UTF-8.' },
  parameter_invalid: { parameter: 'include', detail: 'include must be group.' },
  precondition_unsupported: { header: 'If-Match', detail: 'This endpoint cannot honour If-Match: leave it out.' },
  token_missing: { detail: 'Send an access token: Authorization: Bearer <token>.' },
  token_invalid: { detail: 'The access token is malformed, has an invalid signature, or is for another service.' },
  wrong_token_kind: { detail: 'This endpoint requires the token set in METRICS_TOKEN.' },
  customer_unknown: { detail: 'No customer has the external id of this token.' },
  customer_not_active: { detail: 'The customer of this token is not active.' },
  guest_cancelled: { detail: 'This guest has logged in: use the token of the member.' },
  insufficient_scope: { detail: 'The token lacks a scope.' },
  guest_checkout_closed: { detail: 'The shop allows the checkout for members only.' },
  not_found: { detail: 'There is nothing at this path.' },
  item_not_found: { detail: 'The cart has no item with this id.' },
  customer_not_found: { detail: 'There is no customer with this id.' },
  checkout_not_found: { detail: 'There is no checkout with this reference.' },
  cart_changed: {
    detail: 'The totals of the cart differ from the expected ones; meta.cart is the cart as it is.',
  },
  coupon_used_up: { detail: 'The coupon has no use left.' },
  campaign_used_up: { detail: 'The campaign has no use left.' },
  hold_limit_reached: {
    detail: 'The subject has held the coupon too often in 24 hours without an order: the cart can be held without it.',
  },
  import_running: { detail: 'Another import is running.' },
  reference_taken: { detail: 'The reference belongs to another subject or to other totals.' },
  session_not_found: { detail: 'The cookie names no web session, or one that has ended.' },
  coupon_not_found: { detail: 'There is no coupon with this code.' },
  campaign_not_found: { detail: 'There is no campaign with this id.' },
  campaign_in_use: { detail: 'Coupons are bound to this campaign: HOŞGELDİN.' },
  method_not_allowed: { detail: 'This path takes GET, HEAD, DELETE.' },
  not_acceptable: { detail: 'Ask for application/vnd.api+json without parameters; no extension is supported.' },
  request_timeout: { detail: 'The request cannot be read as HTTP/1.1.' },
  precondition_failed: { detail: 'A precondition of the request is not met.' },
  payload_too_large: { detail: 'The body is larger than this endpoint takes.' },
  unsupported_media_type: { detail: 'Send the body as application/json.' },
  field_required: { pointer: '', detail: 'The body is required: JSON.' },
  field_invalid: { pointer: '', detail: 'The body must be a JSON object.' },
  product_not_on_sale: { pointer: '/productId', detail: 'The product is not on sale.' },
  variant_required: { pointer: '/variantId', detail: 'The product has variants: choose one.' },
  variant_invalid: { pointer: '/variantId', detail: 'The product has no such variant on sale.' },
  quantity_too_large: {
    pointer: '/quantity',
    detail: 'The cart holds 60000 of this item already; a line takes at most 100000.',
  },
  cart_empty: { pointer: '/subject', detail: 'The cart of the subject is empty.' },
  cart_full: { pointer: '/productId', detail: 'A cart holds at most 500 lines.' },
  note_too_long: { pointer: '/orderNote', detail: 'orderNote takes at most 250 characters, not 251.' },
  campaign_not_available: {
    pointer: '/campaignId',
    detail: 'campaignId must be one of the ids in the cart’s campaigns.',
  },
  guest_token_invalid: {
    pointer: '/guestToken',
    detail: 'guestToken must be a valid access token of a guest with the scope storefront:cart.',
  },
  guest_merged_elsewhere: { pointer: '/guestToken', detail: 'The guest was merged into another member.' },
  ids_exhausted: {
    pointer: '',
    detail: 'There are no ids left: a customer was imported with almost the greatest.',
  },
  bulk_size_invalid: { pointer: '', detail: 'A list must hold 1 to 100 customers, not 0.' },
  email_taken: { pointer: '/email', detail: 'Another customer has this email.' },
  external_id_taken: { pointer: '/externalId', detail: 'Another customer has this external id.' },
  customer_group_not_found: { pointer: '/customerGroupId', detail: 'There is no such customer group.' },
  customer_not_eligible: { pointer: '/customerId', detail: 'There is no active customer with this id.' },
  product_unknown: { pointer: '/0/id', detail: 'There is no product with this id.' },
  variant_unknown: { pointer: '/0/variants/0/id', detail: 'The product has no variant with this id.' },
  sku_ambiguous: { pointer: '/0/sku', detail: 'Several products or variants have this SKU: name one by its id.' },
  idempotency_key_reused: {
    header: 'Idempotency-Key',
    detail: 'The key was sent before, with another product, variant or quantity: use a new key for each add.',
  },
  rate_limited: { detail: 'Too many requests: try again in 60 s.' },
  headers_too_large: { detail: 'The request cannot be read as HTTP/1.1.' },
  internal_error: { detail: 'An internal error occurred; the request may be repeated.' },
  database_busy: { detail: 'Other requests keep the database busy.' },
  cart_busy: { detail: 'Other writes to this cart took too long. Nothing was done.' },
  unavailable: { detail: 'The database cannot be reached.' },
  overloaded: { detail: 'The server is overloaded. Nothing was done.' },
}

/**
 * Returns the error example of a code on a route.
 *
 * @returns the violation as the route responds with it: code, detail, and the pointer or the parameter
 */
export function errorExampleOf(code: RefusalCode, route: Route): Violation {
  const own =
    route.config.docs?.refusalExamples?.[code] ??
    tokenExample(code, route) ??
    bodyExample(code, route) ??
    parameterExample(code, route) ??
    preconditionExample(code, route) ??
    conflictExample(code, route)
  return { code, ...(own ?? errorExamples[code]) }
}

const application: Identity = { kind: 'app', name: 'example' }
const admin: Identity = { kind: 'admin', name: 'example' }
const guest: Identity = guestWithId('')
const member: Identity = memberWithId(1)

/** The metrics token is a secret of any form: only the form of the header can be invalid. */
const unreadableHeader = { detail: 'The Authorization header must be, once: Bearer <token>.' }

/** A renewal takes no token too, so that the header can only be unreadable or the token's kind wrong. */
const renewalExamples: Partial<Record<RefusalCode, ErrorExample>> = {
  token_invalid: unreadableHeader,
  wrong_token_kind: { detail: 'Only the token of a guest that Sepet issued can be renewed.' },
}

/** The error example of a rejected token: `requireAccess` gives the detail for an application's token and for missing scopes. */
function tokenExample(code: RefusalCode, { config: { access = 'public' } }: Route): ErrorExample | undefined {
  if (access === 'public') return undefined
  if (access === 'guest-renewal') return renewalExamples[code]
  if (access === 'metrics') return code === 'token_invalid' ? unreadableHeader : undefined
  if (code === 'wrong_token_kind') return refusalFor(application, access)
  if (code !== 'insufficient_scope') return undefined
  const [scope = ''] = scopesFor(access).toReversed()
  if (!scope.startsWith('storefront:')) return refusalFor(admin, access)
  return refusalFor(access === 'guest-handoff' ? guest : member, access)
}

function refusalFor(identity: Identity, access: TokenAccess): ErrorExample | undefined {
  try {
    requireAccess({ identity, scopes: [] }, access)
    return undefined
  } catch (error) {
    const [{ detail = '' } = {}] = error instanceof Refusal ? error.violations : []
    return { detail }
  }
}

/** The error example of a body: points to the first field that can be missing or invalid; `cart_full` to the first required one. */
function bodyExample(code: RefusalCode, route: Route): ErrorExample | undefined {
  const schema = bodySchemaOf(route)
  if (schema?.type === 'array') return listExample(code, schema)
  if (code !== 'field_required' && code !== 'field_invalid' && code !== 'cart_full') return undefined
  const { required = [], properties = {} }: ObjectSchema = schema?.anyOf?.[0] ?? schema ?? {}
  const { detail } = errorExamples.cart_full
  if (code === 'cart_full') return required[0] === undefined ? { detail } : { pointer: `/${required[0]}`, detail }
  const isMissing = code === 'field_required'
  const [name] = isMissing ? required : Object.keys(properties)
  const rule = name === undefined ? undefined : properties[name]?.description
  return rule === undefined ? undefined : violationOf(`/${name}`, { isMissing, rule })
}

/** The error example of a body that must be a list. */
function listExample(code: RefusalCode, { description = '' }: ObjectSchema): ErrorExample | undefined {
  if (code === 'field_invalid') return violationOf('', { isMissing: false, rule: description })
  return code === 'bulk_size_invalid'
    ? { pointer: '', detail: `The body must be ${description}; this one has 0.` }
    : undefined
}

/** The error example of a precondition that a write cannot honour, and of one that does not hold: a cart's tag, or a record that exists. */
function preconditionExample(code: RefusalCode, { method, config }: Route): ErrorExample | undefined {
  if (code === 'precondition_unsupported' && method !== 'GET') {
    return { header: 'If-Unmodified-Since', detail: 'This endpoint cannot honour If-Unmodified-Since: leave it out.' }
  }
  if (code !== 'precondition_failed' || !config.precondition) return undefined
  return {
    detail:
      config.precondition === 'if-match'
        ? 'The cart has changed; meta.cart is the cart as it is. Nothing was written.'
        : 'The record exists, and If-None-Match: * creates only.',
  }
}

/** The error example of a campaign that coupons are bound to: a write names the field that would unbind them. */
function conflictExample(code: RefusalCode, { method }: Route): ErrorExample | undefined {
  if (code !== 'campaign_in_use' || method !== 'PUT') return undefined
  return { pointer: '/couponBound', ...errorExamples.campaign_in_use }
}

/** The error example of a query or, on a route without query parameters, of the path. Every list has a limit of its pages. */
function parameterExample(code: RefusalCode, { method, config }: Route): ErrorExample | undefined {
  const hasJsonBody = method !== 'GET' && !config.isStreamed
  if (code === 'invalid_encoding' && !hasJsonBody) return { detail: 'The query is not percent-encoded UTF-8.' }
  if (code !== 'parameter_invalid') return undefined
  const query = config.handles?.querystring as ObjectSchema | undefined
  const { include, limit } = query?.properties ?? {}
  if (limit && !include) return { parameter: 'limit', detail: `limit must be an integer from 1 to ${limit.maximum}.` }
  if (query) return undefined
  const [name = '', { description = '' } = {}] =
    Object.entries((config.docs?.params as ObjectSchema | undefined)?.properties ?? {})[0] ?? []
  return { parameter: name, detail: `${name} must be ${description}.` }
}
