/** Response headers of the API description. */

import type { ResponseHeader } from '../http/operation-docs.ts'

/** Headers of every response, and those that follow from its status. */
type StatusHeader = 'Cache-Control' | 'X-Request-Id' | 'Retry-After' | 'WWW-Authenticate'

const text = { type: 'string' }

/** The components of all documented response headers, by name. */
export const headerComponents: Record<StatusHeader | ResponseHeader, object> = {
  'Cache-Control': {
    description: '`no-store`, except for pictures and stylesheets.',
    required: true,
    schema: { ...text, examples: ['no-store'] },
  },
  'X-Request-Id': {
    description: 'The id of the request: the one that it was sent with, or a random one. The log has it, too.',
    required: true,
    schema: { ...text, pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'Retry-After': {
    description: 'After how many seconds the request may be sent again.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description: 'Missing or invalid credential (RFC 6750).',
    schema: { ...text, examples: ['Bearer realm="sepet", error="invalid_token"'] },
  },
  Accept: {
    description: 'Media types of bodies that the endpoint takes (RFC 9110).',
    required: true,
    schema: { ...text, examples: ['application/json, application/vnd.api+json'] },
  },
  'Accept-Post': {
    description: 'Media types of bodies that the endpoint takes (Linked Data Platform 1.0).',
    required: true,
    schema: { ...text, examples: ['application/json, application/vnd.api+json'] },
  },
  'Accept-Patch': {
    description: 'Media types of bodies that the endpoint takes (RFC 5789).',
    required: true,
    schema: { ...text, examples: ['application/json, application/vnd.api+json'] },
  },
  'Accept-Encoding': {
    description: '`identity` where the body had a content coding: send it without one.',
    schema: { ...text, examples: ['identity'] },
  },
  Location: {
    description: 'Where a redirect leads; on a creation the address of the customer, unless there are several.',
    schema: text,
  },
  'Set-Cookie': {
    description: 'The cookie of the new session, where one begins. No script can read it.',
    schema: text,
  },
  'Referrer-Policy': { description: 'Keeps addresses from other sites.', schema: text },
  'Content-Disposition': {
    description: 'The name under which browsers save the file.',
    required: true,
    schema: { ...text, examples: ['attachment; filename="products.csv"'] },
  },
  'Content-Language': {
    description: 'The language of the page: `tr`, or `en` where `Accept-Language` prefers it.',
    schema: { ...text, examples: ['tr'] },
  },
  'Content-Security-Policy': { description: 'Allows the page to load only its own resources.', schema: text },
  Vary: { description: 'Request headers that select the response.', schema: text },
  'Idempotency-Replayed': {
    description: '`true` where an earlier request with the same `Idempotency-Key` has added the item.',
    schema: { ...text, enum: ['true'] },
  },
  ETag: {
    description:
      'The version, for `If-None-Match` and, of a cart, `If-Match`; a write has it where it was sent with `If-Match`.',
    schema: text,
  },
  'Last-Modified': { description: 'The date of the version, for `If-Modified-Since`.', schema: text },
}

/**
 * Returns references to the headers of a response.
 *
 * @param status the HTTP status: 401 and 403 have `WWW-Authenticate`, 429 and 503 have `Retry-After`
 * @param added headers that the route adds
 * @returns references to `headerComponents` by header name
 */
export function headersOf(status: number, added: readonly ResponseHeader[] = []): Record<string, object> {
  const names = [
    'Cache-Control' as const,
    'X-Request-Id' as const,
    ...(status === 401 || status === 403 ? (['WWW-Authenticate'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...added,
  ]
  return Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]))
}
