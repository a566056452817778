/** What a request is answered that is turned away before the application has seen it. */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { refusal } from '../../errors.ts'
import { errorDocument } from '../response/error-handler.ts'

const RETRY_AFTER_SECONDS = '1'

export interface RefusalAnswer {
  status: number
  headers: Record<string, string | number>
  body: string
}

/** The answer of a path, and of those below it. */
export interface PrefixAnswer {
  prefix: string
  /** The answer, or how it follows from the request's headers. */
  answer: RefusalAnswer | ((headers: IncomingHttpHeaders) => RefusalAnswer)
}

const common = { 'Cache-Control': 'no-store' }

/** 503 with a body of this type, which asks to come back in a second. */
export function overloadedAnswer(type: string, body: string = overloadedDocument()): RefusalAnswer {
  const headers = {
    ...common,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Retry-After': RETRY_AFTER_SECONDS,
  }
  return { status: 503, headers, body }
}

/** A redirect, for a path of which every outcome is one. */
export function redirectAnswer(location: string): RefusalAnswer {
  const headers = { ...common, Location: location, 'Referrer-Policy': 'no-referrer', 'Content-Length': 0 }
  return { status: 302, headers, body: '' }
}

/** Finds the answer of a request: of the first prefix that fits, else a JSON document. Pages of these origins may read it. */
export function overloadAnswers(
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
      'Access-Control-Expose-Headers': 'Retry-After',
      Vary: 'Origin',
    }
    return { ...answer, headers: { ...answer.headers, ...cors } }
  }
}

/** The path as the router reads it: without authority and query, decoded where it can be. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function overloadedDocument(): string {
  return errorDocument(refusal('overloaded', 'There is more to do than can be done. Nothing was done.').violations)
}
