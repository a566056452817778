/** Security headers of every response: browsers must not execute, frame, sniff or embed it. */

import { type IncomingMessage, ServerResponse } from 'node:http'
import { REQUEST_ID, requestIdOf } from '../request/request-id.ts'

const YEAR_SECONDS = 31_536_000

/** Names and values of the headers. A route that needs another value overrides it. */
export type SecurityHeaders = readonly (readonly [name: string, value: string])[]

/** Source of `frame-ancestors`: `'none'`, or `'self'` while the playground is enabled. */
export type FramedBy = "'none'" | "'self'"

/**
 * Returns the security headers. HSTS is sent on https only, without `includeSubDomains`: subdomains may belong to other services.
 * @param publicUrl address at which clients reach Sepet
 */
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
 * Creates the response class of the server. Its constructor sets the headers and the id of the request, so that responses outside
 * routes and hooks have them, too: for an invalid path, an unknown `Expect`, a refusal for overload or while the server closes.
 */
export function responseClassWith(headers: SecurityHeaders): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...parameters: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...parameters)
      const [request] = parameters
      this.setHeader(REQUEST_ID, requestIdOf(request))
      for (const [name, value] of headers) this.setHeader(name, value)
    }
  }
}
