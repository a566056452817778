/** The link of an agent's cart: from the agents' door into the web checkout. */

import { randomUUID } from 'node:crypto'
import { newSessionId } from '../auth/session-id.crypto.ts'
import type { App } from '../http/fastify-types.ts'
import { createAgentCartFinder } from '../ucp/continue/agent-cart.ts'
import { continueRoutes } from '../ucp/continue/continue.routes.ts'
import { createLinkOpener } from '../ucp/continue/open-link.ts'
import { createOpeningStore } from '../ucp/continue/openings.store.ts'
import type { SessionCookie } from '../web-checkout/session/session-cookie.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'
import { createPricer } from './ucp-carts.ts'

/** Registers the endpoint, where the agents' door is open. */
export function registerContinue(
  app: App,
  dependencies: AppDependencies,
  shared: SharedServices,
  cookie: SessionCookie,
): void {
  const { config, tokens, limits, metrics, now } = dependencies
  const { writeCart, webSessions, handoffs, returnPaths } = shared
  if (!config.UCP_ENABLED) return
  const options = { writeCart, maxLines: config.CART_MAX_LINES, newLineId: randomUUID }
  continueRoutes(app, {
    openLink: createLinkOpener({
      findAgentCart: createAgentCartFinder(createPricer(dependencies, shared)),
      findOwner: webSessions.findOwner,
      loadStatus: handoffs.loadFacts,
      openings: createOpeningStore(options),
      newSessionId,
      newGuestId: randomUUID,
      now,
    }),
    hashNetwork: tokens.hashNetwork,
    cookie,
    fallbackPath: returnPaths.fallback,
    limit: limits.create('continue', config.HANDOFF_RATE_LIMIT),
    count: outcome => metrics.countUcpRequest('continue', outcome),
  })
}
