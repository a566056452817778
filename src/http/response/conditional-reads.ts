/** Conditional reads (RFC 9110 section 13): `ETag` on responses, and 304 without a body for a client that has this body. */

import type { onSendHookHandler } from 'fastify'
import type { App } from '../fastify-types.ts'
import { entityTagOf, namesTag } from './entity-tag.ts'

/** Registers conditional reads for the routes that are registered after this call with the setting `etag`. */
export function registerConditionalReads(app: App): void {
  app.decorateRequest('answerForm', '')
  app.addHook('onRoute', route => {
    // First: Fastify's own hook of HEAD routes removes the body.
    if (route.config?.etag) route.onSend = [sendUnlessKnown, ...[route.onSend ?? []].flat()]
  })
}

/** Characters from which a body is encoded once: its tag, its length and its transmission would each encode it. */
const LARGE_BODY = 16_384

/** Adds the tag to a 200; replaces the response by a 304 when `If-None-Match` names the tag. */
const sendUnlessKnown: onSendHookHandler<unknown> = (request, reply, text, done) => {
  if (reply.statusCode !== 200 || typeof text !== 'string') return done(null, text)
  const body = text.length < LARGE_BODY ? text : Buffer.from(text)
  const tag = entityTagOf(body, request.answerForm)
  reply.header('ETag', tag)
  if (!namesTag(request.headers['if-none-match'], tag)) return done(null, body)
  reply.code(304).removeHeader('Content-Type')
  // Fastify computes the Content-Length of HEAD from the body.
  done(null, request.method === 'HEAD' ? body : null)
}
