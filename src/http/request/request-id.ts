/** Ids of requests: every response returns the id, and every log line of the request has it. */

import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { UCP } from '../../api-paths.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** Set by `requestIdOf`. */
    requestId?: string
  }
}

/** The header of requests and responses. */
export const REQUEST_ID = 'X-Request-Id'

/** Also what makes an id safe in a log line and in a header. */
const ID = /^[A-Za-z0-9._-]{1,64}$/

/**
 * Returns the id of a request: that of its header, or a random one where the header is absent, sent twice or not an id. Every call
 * returns the same.
 */
export function requestIdOf(request: IncomingMessage): string {
  request.requestId ??= givenId(request) ?? newRequestId()
  return request.requestId
}

/** Makes an id, for a request that cannot be read. */
export function newRequestId(): string {
  return randomUUID()
}

/** Agents send `Request-Id`, which counts below `/ucp` where the other header is absent. */
function givenId({ headers, url = '' }: IncomingMessage): string | undefined {
  const { 'x-request-id': own, 'request-id': ofAgent } = headers
  const id = own ?? (url.startsWith(`${UCP}/`) ? ofAgent : undefined)
  return typeof id === 'string' && ID.test(id) ? id : undefined
}
