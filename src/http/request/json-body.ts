/** Request bodies: JSON in valid UTF-8 with a JSON media type, or an empty body. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refusal } from '../../errors.ts'

/** Largest body of an endpoint without a limit of its own: 64 KiB. */
export const BODY_LIMIT_BYTES = 65_536

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Registers the body parser for `application/json` and `application/vnd.api+json`; other media types are answered 415. */
export function registerJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/vnd.api+json'],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      requireNoCoding(headers['content-encoding'])
      requireUtf8(headers['content-type'])
      return parseJson(body)
    },
  )
  // Many clients send a media type or a transfer coding with requests that have no body.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw refusal('unsupported_media_type', 'Send the body as application/json.')
  })
  // A missing body is read as an object without fields, so that the response names each missing field.
  app.addHook('preValidation', async request => {
    if (request.body !== undefined) return
    if (request.routeOptions.config.requiresBody) throw bodyRequired()
    request.body = {}
  })
}

function bodyRequired(): Refusal {
  return new Refusal({ code: 'field_required', pointer: '', detail: 'The body is required: JSON.' })
}

/** @throws Refusal 400 for invalid UTF-8 or invalid JSON */
function parseJson(body: Buffer): unknown {
  const text = decode(body)
  try {
    return JSON.parse(text)
  } catch {
    throw refusal('malformed_json', 'The body is not valid JSON.')
  }
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw refusal('invalid_encoding', 'The body is not valid UTF-8.')
  }
}

/** @throws Refusal 415 for a content coding other than `identity` */
export function requireNoCoding(coding: string | undefined): void {
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    throw refusal('unsupported_media_type', 'Send the body without a content coding.')
  }
}

/** @throws Refusal 415 for a charset other than UTF-8 */
export function requireUtf8(type: string | undefined): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '') ?? []
  if (!/^utf-?8$/i.test(charset)) throw refusal('unsupported_media_type', 'Send the body in UTF-8.')
}
