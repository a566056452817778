/** Request bodies: JSON in valid UTF-8 with a JSON media type, or an empty body. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { detailOf, Refusal, refusal } from '../../errors.ts'
import { MEGABYTE } from '../../units.ts'
import { JSON_TYPE } from './body-types.ts'
import { JSON_API } from './negotiation.ts'

/** Largest body of an endpoint without a limit of its own: 64 KiB. */
export const BODY_LIMIT_BYTES = 65_536
/** Largest body of an administrator's write without a limit of its own: 1 MiB. */
export const ADMIN_BODY_LIMIT_BYTES = MEGABYTE

const QUOTED = /"(?:[^"\\]|\\.)*"/g
/** The parameter `profile`, whose quoted value is empty; a profile is a URI, which most clients quote. */
const PROFILE = /^profile\s*=\s*(""|[^\s"]+)$/i
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Registers the body parser for `application/json` and `application/vnd.api+json`; other media types are answered 415. */
export function registerJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [JSON_TYPE, JSON_API],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      requireReadable(headers)
      return parseJson(body)
    },
  )
  // Many clients send a media type or a transfer coding with requests that have no body.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw refusal('unsupported_media_type')
  })
  // A missing body is read as an object without fields, so that the response names each missing field.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) {
      if (request.routeOptions.config.requiresBody) throw bodyRequired()
      request.body = {}
    }
    done()
  })
}

function bodyRequired(): Refusal {
  return new Refusal({ code: 'field_required', pointer: '', detail: detailOf('field_required') })
}

/** @throws Refusal 400 for invalid UTF-8 or invalid JSON */
function parseJson(body: Buffer): unknown {
  const text = decode(body)
  try {
    return JSON.parse(text)
  } catch {
    throw refusal('malformed_json')
  }
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw refusal('invalid_encoding')
  }
}

/** @throws Refusal 415 for JSON:API with parameters other than `profile`, a content coding other than `identity`, or a charset other than UTF-8 */
export function requireReadable(headers: IncomingHttpHeaders): void {
  const { 'content-type': type = '', 'content-encoding': coding = '' } = headers
  const [essence, ...parameters] = type
    .replace(QUOTED, '""')
    .split(';')
    .map(each => each.trim())
  const isJsonApi = essence?.toLowerCase() === JSON_API
  // JSON:API 1.1: no extension is supported, other parameters are not allowed, and profiles that a server does not know are ignored.
  if (isJsonApi && parameters.some(each => each !== '' && !PROFILE.test(each))) {
    throw unsupported('Send application/vnd.api+json without parameters other than profile.')
  }
  if (!/^\s*(identity)?\s*$/i.test(coding)) {
    // RFC 9110 section 12.5.3: only where the coding is the reason.
    throw unsupported('Send the body without a content coding.', { 'Accept-Encoding': 'identity' })
  }
  const [, charset = 'utf-8'] = (!isJsonApi && /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)) || []
  if (!/^utf-?8$/i.test(charset)) throw unsupported('Send the body in UTF-8.')
}

function unsupported(detail: string, headers?: Record<string, string>): Refusal {
  return refusal('unsupported_media_type', detail, headers)
}
