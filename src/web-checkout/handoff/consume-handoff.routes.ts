/** The endpoint that consumes a handoff (GET /checkout/handoff). It answers with a redirect, except 429. */

import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { HANDOFF } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { announcesBody } from '../../http/overload/body-deadline.ts'
import { createThrottledWarning } from '../../http/overload/throttled-warning.ts'
import { clientNetworkOf } from '../../http/rate-limit/client-network.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { handleError, toLogEntry, toRefusal, withoutStack } from '../../http/response/error-handler.ts'
import { isPrefetch, PurposeHeaders } from '../prefetch.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import * as docs from '../web-checkout.docs.ts'
import type { ConsumeHandoff, ConsumeResult } from './consume-handoff.ts'
import type { Rejection } from './handoff.ts'
import type { HandoffTokens } from './handoff-token.jwt.ts'

/** Minimum time between two logged failures, in milliseconds: during an outage every request fails. */
const LOG_EVERY_MS = 1_000

const TokenParameter = Type.Object({ t: Type.String({ description: 'the handoff token' }) })

/** The dependencies of the consuming endpoint. */
export interface ConsumeDependencies {
  consumeHandoff: ConsumeHandoff
  mask: HandoffTokens['mask']
  hashNetwork: HandoffTokens['hashNetwork']
  cookie: SessionCookie
  fallbackPath: string
  limit: RateLimit
  /** Counts a request by its outcome: `consumed`, `failed`, or the reason of a rejection. */
  countConsumed: (outcome: 'consumed' | 'failed' | Rejection) => void
}

/** Registers the consuming endpoint (specification 4.3). */
export function consumeHandoffRoutes(app: App, dependencies: ConsumeDependencies): void {
  const { consumeHandoff, mask, hashNetwork, cookie, fallbackPath, limit, countConsumed } = dependencies
  const warnOfOutage = createThrottledWarning(app.log, 'handoffs failed', { everyMs: LOG_EVERY_MS })
  const warnOfDefect = createThrottledWarning(app.log, 'handoffs failed', { everyMs: LOG_EVERY_MS, level: 'error' })

  app.get(
    HANDOFF,
    {
      config: {
        access: 'public',
        errorBody: false,
        redirectsTo: fallbackPath,
        validatedByHandler: { querystring: TokenParameter, headers: PurposeHeaders },
        docs: docs.consumeHandoff,
      },
      onRequest: async (request, reply) => {
        reply.header('Referrer-Policy', 'no-referrer')
        await limit(clientNetworkOf(request.ip))
      },
      errorHandler: (error, request, reply) => {
        const { status } = toRefusal(error)
        if (status === 429) return handleError(error, request, reply)
        if (status >= 500) countFailure(status, error, request)
        return reply.redirect(fallbackPath)
      },
    },
    async (request, reply) => {
      // Content could turn out to be malformed after the link is used; a GET has none (RFC 9110 section 9.3.1).
      if (request.method !== 'GET' || isPrefetch(request.namedHeaders) || announcesBody(request.raw)) {
        return reply.redirect(fallbackPath)
      }
      const networkHash = hashNetwork(clientNetworkOf(request.ip))
      const result = await consumeHandoff(tokenOf(request), { oldId: request.cookies[cookie.name], networkHash })
      if ('rejection' in result) {
        countConsumed(result.rejection)
        logRejection(request, result)
        return reply.redirect(fallbackPath)
      }
      countConsumed('consumed')
      return reply.setCookie(cookie.name, result.sessionId, cookie.attributes).redirect(result.path)
    },
  )

  function countFailure(status: number, error: unknown, { id: requestId }: FastifyRequest) {
    countConsumed('failed')
    if (status === 500) warnOfDefect({ requestId, err: toLogEntry(error) })
    else warnOfOutage({ requestId, err: withoutStack(error) })
  }

  function logRejection(
    { log, ip }: FastifyRequest,
    { rejection, owner }: Extract<ConsumeResult, { rejection: unknown }>,
  ) {
    log.warn({ ip, reason: rejection, customer: owner ? mask(owner) : null }, 'handoff rejected')
  }
}

function tokenOf({ given }: FastifyRequest): string {
  const { t } = given.query as { t?: unknown }
  return typeof t === 'string' ? t : ''
}
