/** Error handler: turns every error into a response with JSON:API error objects, without stack traces or secrets. */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isBusy, isUnavailable } from '../../db/unavailable.ts'
import {
  type DetailedCode,
  detailOf,
  Refusal,
  type RefusalCode,
  refusal,
  statusOf,
  titleOf,
  type Violation,
} from '../../errors.ts'
import { acceptHeaderOf, bodyTypesOf } from '../request/body-types.ts'
import { refusalOfHost } from '../request/host.ts'
import { diskTextsOf } from './disk-faults.ts'

const RETRY_AFTER_SECONDS = '1'

/** Codes and details of Fastify's own errors. Every other 4xx error of Fastify is a malformed request. */
const framework: Record<string, [RefusalCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['payload_too_large', detailOf('payload_too_large')],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', detailOf('unsupported_media_type')],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed_request', 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: ['malformed_request', 'The path is not valid percent-encoded UTF-8.'],
}

/** Sends an error document in the media type of the route: `application/vnd.api+json` for carts, else `application/json`. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answered = refusalFor(request, error)
  logFault(request, answered, error)
  const { mediaType = 'application/json', errorBody = true } = request.routeOptions.config
  reply.code(answered.status).headers(answered.headers).header('Cache-Control', 'no-store')
  if (answered.status === 415)
    reply.header(acceptHeaderOf(request.method), bodyTypesOf(request.routeOptions.config).join(', '))
  if (!errorBody) return reply.send()
  return reply.type(mediaType).serializer(String).send(errorDocument(answered.violations, answered.meta))
}

/** Returns the refusal of a request: that of the error, unless the request itself is incomplete or its host is not clear. */
export function refusalFor({ raw }: FastifyRequest, error: unknown): Refusal {
  if (raw.destroyed && !raw.complete) return refusal('malformed_request', 'The client closed the connection.')
  const mapped = toRefusal(error)
  // RFC 9112 section 3.2 requires 400 whatever else is wrong. Rate limits (429) and server errors take precedence.
  return mapped.status < 500 && mapped.status !== 429 ? (refusalOfHost(raw) ?? mapped) : mapped
}

/** Logs server errors: status 500, a defect, with the stack; other 5xx, an outage, in one line without it. */
export function logFault({ log }: FastifyRequest, { status, message }: Refusal, error: unknown): void {
  if (status === 500) log.error({ err: toLogEntry(error) }, message)
  else if (status > 500) log.warn({ err: withoutStack(error) }, diskTextsOf(error)?.message ?? message)
}

/** Returns the log entry of an error during an outage: types and codes without stacks, which would fill the disk, and cost time. */
export function withoutStack(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, code, errcode, cause } = error as Error & { code?: unknown; errcode?: unknown }
  return { type: name, code, errcode, ...(cause !== undefined && { cause: withoutStack(cause) }) }
}

/** Returns the error document as JSON text; also used without a request, as for bytes that are not valid HTTP. */
export function errorDocument(violations: readonly Violation[], documentMeta?: Refusal['meta']): string {
  const errors = violations.map(({ code, detail, pointer, parameter, header, meta }) => ({
    status: String(statusOf({ code, ...(pointer !== undefined && { pointer }) })),
    code,
    title: titleOf(code),
    detail,
    ...(pointer !== undefined && { source: { pointer } }),
    ...(parameter !== undefined && { source: { parameter } }),
    ...(header !== undefined && { source: { header } }),
    ...(meta && { meta }),
  }))
  return JSON.stringify({ errors, ...(documentMeta && { meta: documentMeta }) })
}

/** Maps any thrown value to a refusal; an unknown error becomes 500 `internal_error`. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (isBusy(error)) return retryLater('database_busy')
  if (isUnavailable(error)) return retryLater('unavailable', diskTextsOf(error)?.detail)
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const known = framework[code]
  if (known) return refusal(...known)
  if (statusCode === 412) return refusal('precondition_failed')
  if (statusCode >= 400 && statusCode < 500) return refusal('malformed_request', 'The request is malformed.')
  return refusal('internal_error')
}

function retryLater(code: DetailedCode, detail: string = detailOf(code)): Refusal {
  return refusal(code, detail, { 'Retry-After': RETRY_AFTER_SECONDS })
}

/** Returns the log entry of an error without its message: messages of drivers can quote rows, which contain personal data. */
export function toLogEntry(error: unknown): object {
  if (!(error instanceof Error)) return withoutStack(error)
  const { stack, cause } = error
  const frames = stack?.split('\n').filter(line => line.trimStart().startsWith('at '))
  return {
    ...withoutStack(error),
    stack: frames?.join('\n'),
    ...(cause !== undefined && { cause: toLogEntry(cause) }),
  }
}
