/** Preconditions of requests (RFC 9110 section 13): those that an endpoint cannot honour are refused, so that no write ignores one. */

import type { IncomingMessage } from 'node:http'
import type { FastifyContextConfig, onRequestHookHandler } from 'fastify'
import Type from 'typebox'
import { Refusal, refusal } from '../../errors.ts'
import type { App, NamedHeaders } from '../fastify-types.ts'
import { TAGS_PATTERN } from '../response/entity-tag.ts'

/** Name of the precondition of a write to a cart, as `namedHeaders` has it. */
export const IF_MATCH = 'if-match'

/** The header of writes to carts, for `validatedByHandler.headers`. */
export const IfMatchHeader = {
  'If-Match': Type.Optional(
    Type.String({
      pattern: TAGS_PATTERN,
      description: 'tags of the cart as `ETag` of `GET /cart` gave them; the write happens only while one is current',
    }),
  ),
}
/** The header of endpoints that save a record by its key, for `validatedByHandler.headers`. */
export const CreateOnlyHeader = {
  'If-None-Match': Type.Optional(Type.Literal('*', { description: '`*`: creates only, and replaces nothing' })),
}

/** The headers of endpoints that save a record whose read has a tag, for `validatedByHandler.headers`. */
export const RecordStateHeaders = {
  ...CreateOnlyHeader,
  'If-Match': Type.Optional(
    Type.String({
      pattern: TAGS_PATTERN,
      description: 'tags of the record as `ETag` of its `GET` gave them; it is saved only while it has one',
    }),
  ),
}

/**
 * Registers the refusal for the API's routes that are registered from now on, after authorisation and before the body is read. Routes that
 * browsers open are left out: a redirect and a page have no tags.
 * @param prefix path of the API
 */
export function registerPreconditions(app: App, prefix: string): void {
  app.addHook('onRoute', route => {
    const { url, config } = route
    if (!url.startsWith(prefix) || config?.errorBody === false) return
    // After the limits of the route, which count every request that its token allows.
    route.onRequest = [...[route.onRequest ?? []].flat(), refuseUnsupported]
  })
}

const refuseUnsupported: onRequestHookHandler = ({ raw, routeOptions }, _reply, done) => {
  const header = unsupportedIn(raw, routeOptions.config)
  if (header === undefined) return done()
  const detail = `This endpoint cannot honour ${header}${header === 'If-None-Match' ? ' with this value' : ''}: leave it out.`
  done(new Refusal({ code: 'precondition_unsupported', header, detail }))
}

/**
 * Returns the name of a precondition that the endpoint cannot honour. A read without tags honours `If-None-Match` with tags by a 200, and a read
 * without times ignores `If-Unmodified-Since` (RFC 9110 section 13.1.4); a write that ignored it could overwrite what its client has not seen.
 */
function unsupportedIn(
  { method = '', headers }: IncomingMessage,
  { precondition, etag }: FastifyContextConfig,
): string | undefined {
  const isRead = method === 'GET' || method === 'HEAD'
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-unmodified-since': unmodified } = headers
  if (match !== undefined && precondition !== 'if-match' && precondition !== 'record-state') return 'If-Match'
  if (unmodified !== undefined && !isRead) return 'If-Unmodified-Since'
  if (noneMatch === undefined || (isRead && etag)) return undefined
  const isAny = noneMatch.trim() === '*'
  return (isRead && !isAny) || (isAny && (precondition === 'create-only' || precondition === 'record-state'))
    ? undefined
    : 'If-None-Match'
}

/** Whether a request creates only: its `If-None-Match` is `*`, since every other value was refused. */
export function createsOnly(headers: NamedHeaders): boolean {
  return headers['if-none-match'] !== undefined
}

/** Detail of the refusal of a write whose tag is not that of the cart. */
export const TAG_OUTDATED = 'The cart has changed; meta.cart is the cart as it is. Nothing was written.'

/** Detail of the refusal of a creation whose record exists. */
export const RECORD_EXISTS = 'The record exists, and If-None-Match: * creates only.'

/** Detail of the refusal of a write whose tag is not that of the record. */
export const RECORD_OUTDATED = 'The record has changed since it was read, or is deleted. Nothing was written.'

/** Returns the refusal of a write whose record has another tag: 412 `precondition_failed`. */
export function recordOutdated(): Refusal {
  return refusal('precondition_failed', RECORD_OUTDATED)
}

/** Returns the refusal of an `If-Match` that is no list of tags. */
export function unreadableTags(): Refusal {
  const detail = 'If-Match must be * or a list of entity tags in double quotes, separated by commas.'
  return new Refusal({ code: 'precondition_unsupported', header: 'If-Match', detail })
}

/** Returns the refusal of a creation whose record exists: 412 `precondition_failed`. */
export function alreadyExists(): Refusal {
  return refusal('precondition_failed', RECORD_EXISTS)
}
