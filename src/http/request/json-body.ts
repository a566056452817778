/** Reads request bodies: JSON in valid UTF-8 under a JSON media type, or nothing. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refusal } from '../../errors.ts'

/** 64 KiB: the largest body of an endpoint that does not say otherwise. */
export const BODY_LIMIT_BYTES = 65_536

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Registers the body parser for `application/json` and `application/vnd.api+json`; bodies of other types get 415. */
export function registerJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/vnd.api+json'],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      refuseCoding(headers['content-encoding'])
      refuseCharset(headers['content-type'])
      return parseJson(body)
    },
  )
  // Many clients name a type, or a transfer coding, on requests that have no body.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw refusal('unsupported_media_type', 'Send the body as application/json.')
  })
  // No body at all is read as one without members, so that the answer names each member that is missing.
  app.addHook('preValidation', async request => {
    if (request.body !== undefined) return
    if (request.routeOptions.config.requiresBody) throw bodyRequired()
    request.body = {}
  })
}

function bodyRequired(): Refusal {
  return new Refusal({ code: 'field_required', pointer: '', detail: 'The body is required: JSON.' })
}

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

function refuseCoding(coding: string | undefined): void {
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    throw refusal('unsupported_media_type', 'Send the body without a content coding.')
  }
}

function refuseCharset(type: string | undefined): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type ?? '') ?? []
  if (!/^utf-?8$/i.test(charset)) throw refusal('unsupported_media_type', 'Send the body in UTF-8.')
}
