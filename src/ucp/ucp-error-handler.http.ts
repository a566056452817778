/** Error handler of the paths below `/ucp`: turns every error into a protocol error, in the form of REST or of JSON-RPC. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { UCP, UCP_MCP, UCP_PROFILE } from '../api-paths.ts'
import type { Refusal, RefusalCode } from '../errors.ts'
import { pathOf } from '../http/request/request-target.ts'
import { logFault, refusalFor } from '../http/response/error-handler.ts'
import { type MessageId, presentError } from './mcp/messages.ts'
import type { OperationName } from './operation.ts'
import { presentIncompatible, presentRefusal } from './refusal.document.ts'
import { shownCodeOf, UCP_ERRORS, type UcpErrorCode, UcpRefusal } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation of a route of REST. */
    ucpOperation?: OperationName
  }

  interface FastifyRequest {
    /** Id of the message of JSON-RPC, once it is read; null where it has none. */
    ucpMessageId: MessageId | null
  }
}

/** Counts an answer by its operation and outcome. */
export type CountUcpRequest = (operation: OperationName, outcome: string) => void

/** What the answers depend on besides the request. */
export interface ErrorAnswers {
  /** Where a buyer goes on in a browser. */
  shopUrl: string
  count: CountUcpRequest
}

/** Codes of errors that are not of the agents' door. */
const codes: Partial<Record<RefusalCode, UcpErrorCode>> = {
  rate_limited: 'rate_limited',
  payload_too_large: 'body_too_large',
  unsupported_media_type: 'unsupported_media_type',
  malformed_json: 'malformed_json',
  invalid_encoding: 'malformed_json',
  not_found: 'not_found',
  method_not_allowed: 'method_not_allowed',
}

/** Whether a path is one of the agents' door: `/ucp`, or below it, or below the profile. */
export function isUcpPath(path: string): boolean {
  return `${path}/`.startsWith(`${UCP}/`) || path.startsWith(`${UCP_PROFILE}/`)
}

/** Creates the error handler of the agents' door. It answers paths that `isUcpPath` names. */
export function createUcpErrorHandler({ shopUrl, count }: ErrorAnswers) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refused = ucpRefusalOf(error, request)
    if (!(error instanceof UcpRefusal)) logFault(request, refusalFor(request, error), error)
    const { ucpOperation } = request.routeOptions.config
    if (ucpOperation && refused.code !== 'method_not_allowed') count(ucpOperation, shownCodeOf(refused.code))
    const [status] = UCP_ERRORS[refused.code]
    reply.code(status).headers(refused.headers).header('Cache-Control', 'no-store').type('application/json')
    const path = pathOf(request.raw.url ?? '')
    return reply.serializer(String).send(errorText(refused, { path, id: request.ucpMessageId ?? null, shopUrl }))
  }
}

/** Returns the protocol error of any thrown value. */
export function ucpRefusalOf(error: unknown, request: FastifyRequest): UcpRefusal {
  return error instanceof UcpRefusal ? error : toUcpRefusal(refusalFor(request, error))
}

/** Returns the protocol error of a refusal of another room. */
export function toUcpRefusal(refusal: Refusal): UcpRefusal {
  const [first] = refusal.violations
  const code = (first && codes[first.code]) ?? codeOfStatus(refusal.status)
  return new UcpRefusal(code, first?.detail ?? refusal.message, refusal.headers)
}

function codeOfStatus(status: number): UcpErrorCode {
  if (status < 500) return 'invalid_request'
  return status === 503 ? 'service_unavailable' : 'internal_error'
}

/** What the body of a protocol error depends on besides the error. */
interface ErrorPlace {
  path: string
  /** Id of the message of JSON-RPC. */
  id: MessageId | null
  /** Where a buyer goes on in a browser. */
  shopUrl: string
}

/** Returns the body of a protocol error: that of REST, or on the path of MCP a message. */
export function errorText(refused: UcpRefusal, { path, id, shopUrl }: ErrorPlace): string {
  if (path === UCP_MCP) return JSON.stringify(presentError(id, refused, shopUrl))
  const present = refused.code === 'capabilities_incompatible' ? presentIncompatible : presentRefusal
  return JSON.stringify(present(refused, shopUrl))
}
