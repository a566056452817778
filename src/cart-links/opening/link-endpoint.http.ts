/** What the endpoints of links have in common: the visitor is redirected, whatever becomes of the opening; only 429 and 405 are no redirects. */

import type { FastifyRequest } from 'fastify'
import Type, { type TSchema } from 'typebox'
import type { App, NamedHeaders } from '../../http/fastify-types.ts'
import type { OperationDocs } from '../../http/operation-docs.ts'
import { announcesBody } from '../../http/overload/body-deadline.ts'
import { createThrottledWarning } from '../../http/overload/throttled-warning.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { handleError, toLogEntry, toRefusal, withoutStack } from '../../http/response/error-handler.ts'
import { type ContinueFailure, pathOfFailure } from '../../web-checkout/continue-failure.ts'
import { isPrefetch, PurposeHeaders } from '../../web-checkout/prefetch.ts'
import type { SessionCookie } from '../../web-checkout/session/session-cookie.ts'
import type { FindLinkedCart } from './linked-cart.ts'
import type { OpenLink } from './open-link.ts'
import type { OpeningOutcome } from './openings.store.ts'

/** Minimum time between two logged failures of the database, in milliseconds: during an outage every opening fails. */
const LOG_EVERY_MS = 1_000
const DESTINATION = 'Sec-Fetch-Dest'

/** What became of an opening. */
export type LinkOutcome = OpeningOutcome | ContinueFailure

/** What the endpoints share. */
export interface LinkDependencies {
  openLink: OpenLink
  hashNetwork: (network: string) => string
  cookie: SessionCookie
  fallbackPath: string
}

/** A link as a request names it. */
export interface NamedLink {
  find: FindLinkedCart
  /** Where an opened link leads to; the default path without one. */
  destination?: string
}

/** One endpoint. */
export interface LinkEndpoint {
  path: string
  docs: OperationDocs
  querystring: TSchema
  params?: TSchema
  /** Status of the redirect, but for a link that is none. */
  status: 302 | 303
  /** `any`: also of a request that a page makes for itself, such as that of a picture, by a browser that tells so. */
  opensFor: 'any' | 'navigations'
  /** Limits openings per client network. */
  limit: RateLimit
  /** Counts an opening by its outcome. */
  count: (outcome: LinkOutcome) => void
  /** Returns the link that a request names; undefined for none. @param network of the client */
  read: (request: FastifyRequest, network: string) => NamedLink | undefined
}

/** Registers an endpoint. */
export function registerLinkEndpoint(app: App, dependencies: LinkDependencies, endpoint: LinkEndpoint): void {
  const { openLink, hashNetwork, cookie, fallbackPath } = dependencies
  const { path, docs, querystring, params, status, opensFor, limit, count, read } = endpoint
  const warnOfOutage = createThrottledWarning(app.log, 'cart links failed', { everyMs: LOG_EVERY_MS })
  const warnOfDefect = createThrottledWarning(app.log, 'cart links failed', { everyMs: LOG_EVERY_MS, level: 'error' })

  app.get(
    path,
    {
      config: {
        access: 'public',
        errorBody: false,
        redirectsTo: pathOfFailure(fallbackPath, 'gone'),
        validatedByHandler: { querystring, headers: opensFor === 'any' ? PurposeHeaders : NavigationHeaders },
        docs,
      },
      schema: params === undefined ? {} : { params },
      onRequest: async (request, reply) => {
        reply.header('Referrer-Policy', 'no-referrer')
        await limit(clientNetworkOf(request.ip))
      },
      errorHandler: (error, request, reply) => {
        const refused = toRefusal(error)
        if (refused.status === 429) return handleError(error, request, reply)
        if (refused.status < 500) return reply.redirect(refuse(request, 'gone'))
        logFault(refused.status, error, request)
        return reply.redirect(refuse(request, 'unavailable'))
      },
    },
    async (request, reply) => {
      const { method, namedHeaders, raw } = request
      // A GET has no content (RFC 9110 section 9.3.1), and what follows could turn out to be malformed.
      if (method !== 'GET' || isPrefetch(namedHeaders) || isPartOfPage(namedHeaders) || announcesBody(raw)) {
        return reply.redirect(fallbackPath, status)
      }
      const network = clientNetworkOf(request.ip)
      const link = read(request, network)
      if (!link) return reply.redirect(refuse(request, 'gone'))
      const browser = { sessionId: request.cookies[cookie.name], networkHash: hashNetwork(network) }
      const opened = await openLink(link.find, browser)
      if ('failure' in opened) return reply.redirect(refuse(request, opened.failure), status)
      count(opened.outcome)
      if (opened.sessionId !== undefined) reply.setCookie(cookie.name, opened.sessionId, cookie.attributes)
      return reply.redirect(link.destination ?? fallbackPath, status)
    },
  )

  /** Counts and logs a failure, without what the link contains. @returns the address that tells it */
  function refuse({ log, ip }: FastifyRequest, failure: ContinueFailure): string {
    count(failure)
    if (failure !== 'unavailable') log.warn({ ip, reason: failure }, 'cart link refused')
    return pathOfFailure(fallbackPath, failure)
  }

  function logFault(faultStatus: number, error: unknown, { id: requestId, ip }: FastifyRequest): void {
    if (faultStatus === 500) warnOfDefect({ requestId, ip, reason: 'unavailable', err: toLogEntry(error) })
    else warnOfOutage({ requestId, ip, reason: 'unavailable', err: withoutStack(error) })
  }
}

const NavigationHeaders = Type.Object({
  ...PurposeHeaders.properties,
  [DESTINATION]: Type.Optional(
    Type.String({ description: 'what the browser asks for: only `document`, a page of its own, opens the link' }),
  ),
})

/** Whether a browser says that a page has made the request for itself, such as that of a picture or a frame, and not its user. */
function isPartOfPage(headers: NamedHeaders): boolean {
  return (headers[DESTINATION.toLowerCase()] ?? 'document') !== 'document'
}
