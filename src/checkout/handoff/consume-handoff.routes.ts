/** GET /checkout/handoff: the browser's end of a handoff. Whatever happens, the answer is a redirect. */

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../http/fastify-types.ts'
import { tally } from '../../http/overload/throttled-warning.ts'
import { networkOf } from '../../http/rate-limit/client-network.ts'
import type { RateLimit } from '../../http/rate-limit/rate-limit.ts'
import { handleError, loggable, toRefusal, withoutStack } from '../../http/response/error-handler.ts'
import { openLink } from '../checkout.docs.ts'
import type { SessionCookie } from '../session/session-cookie.ts'
import type { OpenHandoff, Opening } from './consume-handoff.ts'
import type { Rejection } from './handoff.ts'
import type { HandoffTokens } from './handoff-token.jwt.ts'

/** Where links lead; no version, since links outlive none (specification 9). */
export const HANDOFF = '/api/v3/storefront/checkout/handoff'

/** How often failures are logged, while there are any: an outage fails every link that is opened. */
const LOG_EVERY_MS = 1_000

export interface ConsumeDependencies {
  openHandoff: OpenHandoff
  mask: HandoffTokens['mask']
  cookie: SessionCookie
  fallbackPath: string
  limit: RateLimit
  /** Takes `opened`, `failed` or why a link opened nothing. */
  countOpening: (outcome: 'opened' | 'failed' | Rejection) => void
}

/** Registers the consuming endpoint (specification 4.3). */
export function handoffConsumeRoutes(app: App, dependencies: ConsumeDependencies): void {
  const { openHandoff, mask, cookie, fallbackPath, limit, countOpening } = dependencies
  const tallyOutages = tally(app.log, 'handoffs failed', { everyMs: LOG_EVERY_MS })
  const tallyDefects = tally(app.log, 'handoffs failed', { everyMs: LOG_EVERY_MS, level: 'error' })

  app.get(
    HANDOFF,
    {
      config: { access: 'public', errorBody: false, describes: openLink },
      onRequest: async (request, reply) => {
        reply.header('Referrer-Policy', 'no-referrer')
        await limit(networkOf(request.ip))
      },
      errorHandler: (error, request, reply) => {
        const { status } = toRefusal(error)
        if (status === 429) return handleError(error, request, reply)
        if (status >= 500) noteFailure(status, error)
        return reply.redirect(fallbackPath)
      },
    },
    async (request, reply) => {
      if (request.method !== 'GET' || isPrefetch(request.headers)) return reply.redirect(fallbackPath)
      const opening = await openHandoff(tokenOf(request), request.cookies[cookie.name])
      if ('rejection' in opening) {
        countOpening(opening.rejection)
        logRejection(request, opening)
        return reply.redirect(fallbackPath)
      }
      countOpening('opened')
      return reply.setCookie(cookie.name, opening.sessionId, cookie.attributes).redirect(opening.path)
    },
  )

  function noteFailure(status: number, error: unknown) {
    countOpening('failed')
    if (status === 500) tallyDefects({ err: loggable(error) })
    else tallyOutages({ err: withoutStack(error) })
  }

  function logRejection({ log, ip }: FastifyRequest, { rejection, owner }: Extract<Opening, { rejection: unknown }>) {
    log.warn({ ip, reason: rejection, customer: owner ? mask(owner) : null }, 'handoff rejected')
  }
}

/** Browsers and previews that look before the user does say so; the link must stay for the user. */
function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some(name =>
    /\b(prefetch|prerender|preview)\b/i.test(String(headers[name])),
  )
}

function tokenOf({ query }: FastifyRequest): string {
  const { t } = query as { t?: unknown }
  return typeof t === 'string' ? t : ''
}
