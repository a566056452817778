/** Error examples of the API description: one example per code and route. A test compares them with real responses. */

import { requireAccess, scopesFor, type TokenAccess } from '../auth/access.ts'
import { guestWithId, type Identity, memberWithId } from '../auth/identity.ts'
import { NOT_RENEWABLE } from '../auth/sepet-token.jwt.ts'
import { type DetailedCode, detailOf, isDetailed, Refusal, type RefusalCode, type Violation } from '../errors.ts'
import { UNREADABLE_HEADER } from '../http/request/authorise.ts'
import { RECORD_EXISTS, TAG_OUTDATED } from '../http/request/preconditions.ts'
import { UNDECODABLE_QUERY } from '../http/request/query.ts'
import { violationOf } from '../schema/violation.ts'
import { bodySchemaOf, type ObjectSchema, type Route } from './route.ts'

type ErrorExample = Omit<Violation, 'code'>

/** The part of the request that the example of a code names, where the example has the detail of `detailOf`. */
const places: Partial<Record<DetailedCode, Omit<ErrorExample, 'detail'>>> = {
  field_required: { pointer: '' },
  product_not_on_sale: { pointer: '/productId' },
  variant_required: { pointer: '/variantId' },
  variant_invalid: { pointer: '/variantId' },
  cart_empty: { pointer: '/subject' },
  item_unknown: { pointer: '/lines/0/itemId' },
  campaign_not_available: { pointer: '/campaignId' },
  guest_token_invalid: { pointer: '/guestToken' },
  guest_merged_elsewhere: { pointer: '/guestToken' },
  ids_exhausted: { pointer: '' },
  customer_group_not_found: { pointer: '/customerGroupId' },
  customer_not_eligible: { pointer: '/customerId' },
  idempotency_key_reused: { header: 'Idempotency-Key' },
  address_not_allowed: { pointer: '/url' },
}

/** Codes of one operation, whose docs have the example. */
type DocumentedCode =
  | 'hold_limit_reached'
  | 'product_unknown'
  | 'variant_unknown'
  | 'sku_ambiguous'
  | 'prices_relabelled'

/** The error example of each other code. */
const examples: Record<Exclude<RefusalCode, DetailedCode | DocumentedCode>, ErrorExample> = {
  parameter_invalid: { parameter: 'include', detail: 'include must be group.' },
  precondition_unsupported: { header: 'If-Match', detail: 'This endpoint cannot honour If-Match: leave it out.' },
  insufficient_scope: { detail: 'The token lacks a scope.' },
  campaign_in_use: { detail: 'Coupons are bound to this campaign: HOŞGELDİN.' },
  method_not_allowed: { detail: 'This path takes GET, HEAD, DELETE.' },
  not_acceptable: { detail: 'Ask for application/vnd.api+json without parameters; no extension is supported.' },
  field_invalid: { pointer: '', detail: 'The body must be a JSON object.' },
  quantity_too_large: {
    pointer: '/quantity',
    detail: 'The cart holds 60000 of this item already; a line takes at most 100000.',
  },
  cart_full: { pointer: '/productId', detail: 'A cart holds at most 500 lines.' },
  note_too_long: { pointer: '/orderNote', detail: 'orderNote takes at most 250 characters, not 251.' },
  bulk_size_invalid: { pointer: '', detail: 'A list must hold 1 to 100 customers, not 0.' },
  return_exceeds: {
    pointer: '/lines/0/quantity',
    detail: 'The checkout holds 3 of this item, of which 1 were returned.',
  },
  email_taken: { pointer: '/email', detail: 'Another customer has this email.' },
  external_id_taken: { pointer: '/externalId', detail: 'Another customer has this external id.' },
  rate_limited: { detail: 'Too many requests: try again in 60 s.' },
}

/** Returns the error example of a code on the routes that have no other. */
function commonExample(code: RefusalCode): ErrorExample {
  if (isDetailed(code)) return { ...places[code], detail: detailOf(code) }
  if (code in examples) return examples[code as keyof typeof examples]
  throw new Error(`An operation refuses with ${code} and has no example of it in refusalExamples.`)
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
  return { code, ...(own ?? commonExample(code)) }
}

const application: Identity = { kind: 'app', name: 'example' }
const admin: Identity = { kind: 'admin', name: 'example' }
const guest: Identity = guestWithId('')
const member: Identity = memberWithId(1)

/** The metrics token is a secret of any form: only the form of the header can be invalid. */
const unreadableHeader = { detail: UNREADABLE_HEADER }

/** A renewal takes no token too, so that the header can only be unreadable or the token's kind wrong. */
const renewalExamples: Partial<Record<RefusalCode, ErrorExample>> = {
  token_invalid: unreadableHeader,
  wrong_token_kind: { detail: NOT_RENEWABLE },
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
  const { detail } = examples.cart_full
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
    detail: { 'if-match': TAG_OUTDATED, 'create-only': RECORD_EXISTS, 'record-state': RECORD_EXISTS }[
      config.precondition
    ],
  }
}

/** The error example of a campaign that coupons are bound to: a write names the field that would unbind them. */
function conflictExample(code: RefusalCode, { method }: Route): ErrorExample | undefined {
  if (code !== 'campaign_in_use' || method !== 'PUT') return undefined
  return { pointer: '/couponBound', ...examples.campaign_in_use }
}

/** The error example of a query or, on a route without query parameters, of the path. Every list has a limit of its pages. */
function parameterExample(code: RefusalCode, { method, config }: Route): ErrorExample | undefined {
  const hasJsonBody = method !== 'GET' && !config.isStreamed
  if (code === 'invalid_encoding' && !hasJsonBody) return { detail: UNDECODABLE_QUERY }
  if (code !== 'parameter_invalid') return undefined
  const query = config.validatedByHandler?.querystring as ObjectSchema | undefined
  const { include, limit, hours, channel, 'fields[carts]': fields } = query?.properties ?? {}
  if (fields) {
    const known = Object.keys(query?.properties ?? {}).join(', ')
    return { parameter: 'sort', detail: `There is no such parameter; there are ${known}.` }
  }
  if (hours) return { parameter: 'hours', detail: `hours must be an integer from 1 to ${hours.maximum}.` }
  if (include) return { parameter: 'include', detail: `include must be ${include.const}.` }
  if (limit) return { parameter: 'limit', detail: `limit must be an integer from 1 to ${limit.maximum}.` }
  // The subject of a cart is checked before the channel.
  if (query && !channel) return undefined
  const [name = '', { description = '' } = {}] =
    Object.entries((config.docs?.params as ObjectSchema | undefined)?.properties ?? {})[0] ?? []
  return { parameter: name, detail: `${name} must be ${description}.` }
}
