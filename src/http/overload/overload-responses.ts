/** Responses to requests that are refused for overload, before they reach the application. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { detailOf, type Refusal, refusal } from '../../errors.ts'
import { pathOf } from '../request/request-target.ts'
import { EXPOSED_HEADERS } from '../response/cors.ts'
import { errorDocument } from '../response/error-handler.ts'

const RETRY_AFTER_SECONDS = '1'

/** A complete response. */
export interface RefusalAnswer {
  status: number
  headers: Record<string, string | number>
  body: string
}

/** The response for a path and the paths below it. */
export interface PrefixAnswer {
  prefix: string
  /** The response, or a function that derives it from the request's headers. */
  answer: RefusalAnswer | ((headers: IncomingHttpHeaders) => RefusalAnswer)
}

const common = { 'Cache-Control': 'no-store' }

/**
 * Creates a 503 response with `Retry-After` of one second.
 * @param type media type of the body
 * @param body the error document by default
 */
export function overloadedAnswer(type: string, body: string = overloadedDocument()): RefusalAnswer {
  const headers = {
    ...common,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': RETRY_AFTER_SECONDS,
  }
  return { status: 503, headers, body }
}

/** Creates a 302 response, for a path whose responses are all redirects. */
export function redirectAnswer(location: string): RefusalAnswer {
  const headers = { ...common, Location: location, 'Referrer-Policy': 'no-referrer', 'Content-Length': 0 }
  return { status: 302, headers, body: '' }
}

/**
 * Creates the function that selects the response to a refused request: that of the first matching prefix, else an error document.
 * @param isAllowedOrigin whether pages of the origin may read responses of the path (CORS)
 */
export function createOverloadResponder(
  prefixes: PrefixAnswer[],
  isAllowedOrigin: (path: string, origin: string) => boolean,
): (request: IncomingMessage) => RefusalAnswer {
  const otherwise = overloadedAnswer('application/json')
  return ({ url = '', headers }) => {
    const path = pathOf(url)
    const found = prefixes.find(({ prefix }) => `${path}/`.startsWith(`${prefix}/`))?.answer ?? otherwise
    const answer = typeof found === 'function' ? found(headers) : found
    const { origin } = headers
    if (origin === undefined || !isAllowedOrigin(path, origin)) return answer
    const cors = {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(', '),
      Vary: 'Origin',
    }
    return { ...answer, headers: { ...answer.headers, ...cors } }
  }
}

/** Creates the refusal. */
export function overloaded(): Refusal {
  return refusal('overloaded', detailOf('overloaded'), { 'Retry-After': RETRY_AFTER_SECONDS })
}

function overloadedDocument(): string {
  return errorDocument(overloaded().violations)
}
