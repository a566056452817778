/** The error codes of a route, from its settings and its notes. */

import { ADMIN, API } from '../api-paths.ts'
import { type Access, scopesFor } from '../auth/access.ts'
import { type RefusalCode, statusOf } from '../errors.ts'
import { JSON_API } from '../http/request/negotiation.ts'
import { isOperational } from '../http/request/request-target.ts'
import type { Route } from './route.ts'
import { bodySchemaOf } from './route.ts'

const BODY_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
/** Codes of requests that are not valid HTTP: refused before they are routed, so every route can answer them, or redirects them all. */
const UNREADABLE: RefusalCode[] = ['malformed_request', 'request_timeout', 'headers_too_large']
const UNREADABLE_BODY: RefusalCode[] = [
  'malformed_json',
  'invalid_encoding',
  'payload_too_large',
  'unsupported_media_type',
]

/** Returns the error codes of a route by HTTP status, in ascending order. */
export function refusalsOf(route: Route): Map<number, RefusalCode[]> {
  const { access = 'public', mediaType, redirectsTo, validatedByHandler, docs } = route.config
  const codes = new Set([
    ...(redirectsTo === undefined ? UNREADABLE : []),
    ...(BODY_METHODS.includes(route.method) ? unreadableBody(route) : []),
    ...accessRefusals(access),
    ...(mediaType === JSON_API ? (['not_acceptable'] as const) : []),
    ...(mediaType === JSON_API && validatedByHandler?.querystring ? (['parameter_invalid'] as const) : []),
    ...(isOperational(route.url) || route.url.startsWith(`${ADMIN}/`) ? [] : (['rate_limited'] as const)),
    ...preconditionRefusals(route),
    ...bodyRefusals(route),
    ...(docs?.refuses ?? []),
    ...outages(route),
    ...(mediaType === JSON_API && BODY_METHODS.includes(route.method) ? (['cart_busy'] as const) : []),
  ])
  const byStatus = Map.groupBy(codes, code => statusOf({ code, ...docs?.refusalExamples?.[code] }))
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

/** The codes of a body that cannot be read; a streamed one is told by its problems. */
function unreadableBody({ config }: Route): RefusalCode[] {
  return config.isStreamed ? ['payload_too_large', 'unsupported_media_type'] : UNREADABLE_BODY
}

/** Whether a status can refuse a request that is not valid HTTP. Such a response can be JSON on any route. */
export function isUnreadable(status: number): boolean {
  return UNREADABLE.some(code => statusOf({ code }) === status)
}

function accessRefusals(access: Access): RefusalCode[] {
  if (access === 'public') return []
  if (access === 'metrics') return ['token_missing', 'token_invalid', 'wrong_token_kind']
  if (access === 'guest-renewal') return ['token_missing', 'token_invalid', 'wrong_token_kind', 'guest_cancelled']
  const scopes = scopesFor(access)
  const ownerRefusals: RefusalCode[] = [
    ...(scopes.includes('storefront:account') ? (['customer_unknown', 'customer_not_active'] as const) : []),
    ...(scopes.includes('storefront:cart') ? (['guest_cancelled'] as const) : []),
  ]
  return ['token_missing', 'token_invalid', 'wrong_token_kind', ...ownerRefusals, 'insufficient_scope']
}

/** A request can be sent with a precondition that its endpoint cannot honour, and a write with one that does not hold. */
function preconditionRefusals({ url, config }: Route): RefusalCode[] {
  if (!url.startsWith(API) || config.errorBody === false) return []
  return ['precondition_unsupported', ...(config.precondition ? (['precondition_failed'] as const) : [])]
}

function bodyRefusals(route: Route): RefusalCode[] {
  const schema = bodySchemaOf(route)
  if (!schema || !('type' in schema || 'anyOf' in schema)) return []
  const mayLack = route.config.requiresBody || (schema.required ?? []).length > 0
  return [...(mayLack ? (['field_required'] as const) : []), 'field_invalid']
}

/** The 503 codes of a route. Pages and redirects have responses of their own for these cases. */
function outages({ url, config }: Route): RefusalCode[] {
  const { errorBody = true } = config
  return errorBody && !isOperational(url) ? ['unavailable', 'database_busy', 'overloaded'] : []
}
