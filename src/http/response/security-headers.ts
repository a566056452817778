/** What browsers are told with every answer: to run, frame, sniff and embed nothing of it. */

import { type IncomingMessage, ServerResponse } from 'node:http'

const YEAR_SECONDS = 31_536_000

/** Names and values; a route that needs another value sets its own. */
export type SecurityHeaders = readonly (readonly [name: string, value: string])[]

/** Who may show answers in a frame: nobody, or the playground. */
export type FramedBy = "'none'" | "'self'"

/** The headers of answers to clients that reach Sepet at this address. Subdomains are their owner's to speak for. */
export function securityHeaders(publicUrl: string, framedBy: FramedBy): SecurityHeaders {
  const isHttps = publicUrl.toLowerCase().startsWith('https:')
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', `default-src 'none'; frame-ancestors ${framedBy}; base-uri 'none'`],
    ['Referrer-Policy', 'no-referrer'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(isHttps ? [['Strict-Transport-Security', `max-age=${YEAR_SECONDS}`] as const] : []),
  ]
}

/**
 * Makes the class of the server's answers. They have the headers before any code runs, so that answers that no route and
 * no hook sees have them too: an unreadable path, an unknown `Expect`, a refusal while the server closes.
 */
export function responseClassWith(headers: SecurityHeaders): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...request: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...request)
      for (const [name, value] of headers) this.setHeader(name, value)
    }
  }
}
