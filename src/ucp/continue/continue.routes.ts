/** The link of an agent's cart (GET /checkout/continue). Every answer but 429 and 405 is a redirect to the default path. */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { CONTINUE } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { announcesBody } from '../../http/overload/body-deadline.ts'
import { createThrottledWarning } from '../../http/overload/throttled-warning.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { handleError, toLogEntry, toRefusal, withoutStack } from '../../http/response/error-handler.ts'
import { type ContinueFailure, pathOfFailure } from '../../web-checkout/continue-failure.ts'
import { isPrefetch, PurposeHeaders } from '../../web-checkout/prefetch.ts'
import type { SessionCookie } from '../../web-checkout/session/session-cookie.ts'
import { isContinueCode, ownerOfCode } from '../carts/cart-names.crypto.ts'
import * as docs from './continue.docs.ts'
import type { OpenLink } from './open-link.ts'
import type { OpeningOutcome } from './openings.store.ts'

/** Minimum time between two logged failures of the database, in milliseconds: during an outage every opening fails. */
const LOG_EVERY_MS = 1_000

const CodeParameter = Type.Object({ c: Type.String({ description: 'what the link contains' }) })

/** The dependencies of the endpoint. */
export interface ContinueDependencies {
  openLink: OpenLink
  hashNetwork: (network: string) => string
  cookie: SessionCookie
  fallbackPath: string
  /** Limits openings per client network. */
  limit: RateLimit
  /** Counts an opening by its outcome. */
  count: (outcome: OpeningOutcome | ContinueFailure) => void
}

/** Registers the endpoint. */
export function continueRoutes(app: App, dependencies: ContinueDependencies): void {
  const { openLink, hashNetwork, cookie, fallbackPath, limit, count } = dependencies
  const warnOfOutage = createThrottledWarning(app.log, 'cart links failed', { everyMs: LOG_EVERY_MS })
  const warnOfDefect = createThrottledWarning(app.log, 'cart links failed', { everyMs: LOG_EVERY_MS, level: 'error' })

  app.get(
    CONTINUE,
    {
      config: {
        access: 'public',
        errorBody: false,
        redirectsTo: pathOfFailure(fallbackPath, 'gone'),
        validatedByHandler: { querystring: CodeParameter, headers: PurposeHeaders },
        docs: docs.continueCart,
      },
      onRequest: async (request, reply) => {
        reply.header('Referrer-Policy', 'no-referrer')
        await limit(clientNetworkOf(request.ip))
      },
      errorHandler: (error, request, reply) => {
        const { status } = toRefusal(error)
        if (status === 429) return handleError(error, request, reply)
        if (status < 500) return reply.redirect(refuse(request, 'gone'))
        logFault(status, error, request)
        return reply.redirect(refuse(request, 'unavailable'))
      },
    },
    async (request, reply) => {
      // A GET has no content (RFC 9110 section 9.3.1), and what follows could turn out to be malformed.
      if (request.method !== 'GET' || isPrefetch(request.namedHeaders) || announcesBody(request.raw)) {
        return reply.redirect(fallbackPath)
      }
      const code = codeOf(request)
      if (!isContinueCode(code)) return reply.redirect(refuse(request, 'gone'))
      const networkHash = hashNetwork(clientNetworkOf(request.ip))
      const opened = await openLink(ownerOfCode(code), { sessionId: request.cookies[cookie.name], networkHash })
      if ('failure' in opened) return reply.redirect(refuse(request, opened.failure))
      count(opened.outcome)
      if (opened.sessionId !== undefined) reply.setCookie(cookie.name, opened.sessionId, cookie.attributes)
      return reply.redirect(fallbackPath)
    },
  )

  /** Counts and logs a failure, without what the link contains. @returns the address that tells it */
  function refuse({ log, ip }: FastifyRequest, failure: ContinueFailure): string {
    count(failure)
    if (failure !== 'unavailable') log.warn({ ip, reason: failure }, 'cart link refused')
    return pathOfFailure(fallbackPath, failure)
  }

  function logFault(status: number, error: unknown, { id: requestId, ip }: FastifyRequest): void {
    if (status === 500) warnOfDefect({ requestId, ip, reason: 'unavailable', err: toLogEntry(error) })
    else warnOfOutage({ requestId, ip, reason: 'unavailable', err: withoutStack(error) })
  }
}

function codeOf({ given }: FastifyRequest): string {
  const { c } = given.query as { c?: unknown }
  return typeof c === 'string' ? c : ''
}
