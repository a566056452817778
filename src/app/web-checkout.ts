/** The web checkout: consuming handoffs, web sessions, and the reference pages. */

import cookies from '@fastify/cookie'
import { newSessionId } from '../auth/session-id.crypto.ts'
import { moveHolds } from '../checkouts/move-holds.sql.ts'
import { findCustomerId } from '../customers/external-ids.store.ts'
import type { App } from '../http/fastify-types.ts'
import type { FramedBy } from '../http/response/security-headers.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import { consumeHandoffRoutes } from '../web-checkout/handoff/consume-handoff.routes.ts'
import { createHandoffConsumer } from '../web-checkout/handoff/consume-handoff.ts'
import { pageRoutes } from '../web-checkout/pages/pages.routes.ts'
import { actingRoutes } from '../web-checkout/session/acting.routes.ts'
import { createLoginStore } from '../web-checkout/session/login.store.ts'
import { createSessionCookie } from '../web-checkout/session/session-cookie.ts'
import { createSessionOwnerFinder } from '../web-checkout/session/session-owner.http.ts'
import { createSessionUserFinder } from '../web-checkout/session/session-user.ts'
import { webSessionRoutes } from '../web-checkout/session/web-session.routes.ts'
import { registerLinks } from './cart-links.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'

/** Registers the routes that browsers open with a session cookie. @param framedBy sites that may show the pages in a frame */
export async function registerWebCheckout(
  app: App,
  dependencies: AppDependencies,
  shared: SharedServices,
  framedBy: FramedBy,
): Promise<void> {
  const { config, database, sepetTokens, tokens, limits, metrics, now } = dependencies
  const { writeCart, loadShop, readCart, handoffs, webSessions, returnPaths } = shared
  const cookie = createSessionCookie(config.PUBLIC_URL)
  await app.register(cookies)
  consumeHandoffRoutes(app, {
    consumeHandoff: createHandoffConsumer({ tokens, store: handoffs, loadShop, returnPaths, newSessionId, now }),
    mask: tokens.mask,
    hashNetwork: tokens.hashNetwork,
    cookie,
    fallbackPath: returnPaths.fallback,
    limit: limits.create('handoff', config.HANDOFF_RATE_LIMIT),
    countConsumed: metrics.countConsumed,
  })
  registerLinks(app, dependencies, shared, cookie)
  const { findOwner, endSession } = webSessions
  const limit = limits.create('session', config.SESSION_RATE_LIMIT)
  const findSessionOwner = createSessionOwnerFinder({ findOwner, cookie, limit, now })
  app.decorateRequest('sessionOwner')
  const findSessionUser = createSessionUserFinder(readCart, ({ document }) => document)
  webSessionRoutes(app, { findSessionOwner, findSessionUser, endSession, cookie, now })
  actingRoutes(app, {
    tokens: sepetTokens,
    findOwner,
    loadStatus: handoffs.loadFacts,
    findSessionUser,
    logins: createLoginStore({
      writeCart,
      findCustomerId: externalId => findCustomerId(database, externalId),
      maxLines: config.CART_MAX_LINES,
      guestTtlMs: config.GUEST_TOKEN_TTL_SECONDS * 1000,
      moveHolds,
    }),
    cookie,
    limit,
    newSessionId,
    now,
  })
  pageRoutes(app, {
    findSessionOwner,
    findPageUser: createSessionUserFinder(readCart, ({ answer }) => answer),
    findShopName: async () => (await loadCurrentShop(database, loadShop)).shop.name,
    framedBy,
  })
}
