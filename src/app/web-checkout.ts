/** The web checkout: consuming handoffs, web sessions, and the reference pages. */

import cookies from '@fastify/cookie'
import { consumeHandoffRoutes } from '../checkout/handoff/consume-handoff.routes.ts'
import { createHandoffConsumer } from '../checkout/handoff/consume-handoff.ts'
import { pageRoutes } from '../checkout/pages/pages.routes.ts'
import { createSessionCookie } from '../checkout/session/session-cookie.ts'
import { newSessionId } from '../checkout/session/session-id.crypto.ts'
import { createSessionOwnerFinder } from '../checkout/session/session-owner.routes.ts'
import { createSessionUserFinder } from '../checkout/session/session-user.ts'
import { webSessionRoutes } from '../checkout/session/web-session.routes.ts'
import { createWebSessionStore } from '../checkout/session/web-session.store.ts'
import type { App } from '../http/fastify-types.ts'
import type { FramedBy } from '../http/response/security-headers.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'

/** Registers the routes that browsers open with a session cookie. @param framedBy sites that may show the pages in a frame */
export async function registerWebCheckout(
  app: App,
  dependencies: AppDependencies,
  shared: SharedServices,
  framedBy: FramedBy,
): Promise<void> {
  const { config, database, tokens, limits, metrics, now } = dependencies
  const { loadShop, readCart, handoffs, returnPaths } = shared
  const cookie = createSessionCookie(config.PUBLIC_URL)
  await app.register(cookies)
  consumeHandoffRoutes(app, {
    consumeHandoff: createHandoffConsumer({ tokens, store: handoffs, loadShop, returnPaths, newSessionId, now }),
    mask: tokens.mask,
    cookie,
    fallbackPath: returnPaths.fallback,
    limit: limits.create('handoff', config.HANDOFF_RATE_LIMIT),
    countConsumed: metrics.countConsumed,
  })
  const findSessionOwner = createSessionOwnerFinder({
    findOwner: createWebSessionStore(database).findOwner,
    cookie,
    limit: limits.create('session', config.SESSION_RATE_LIMIT),
    now,
  })
  app.decorateRequest('sessionOwner')
  const findSessionUser = createSessionUserFinder(readCart)
  webSessionRoutes(app, findSessionOwner, findSessionUser)
  pageRoutes(app, {
    findSessionOwner,
    findSessionUser,
    findShopName: async () => (await loadCurrentShop(database, loadShop)).shop.name,
    framedBy,
  })
}
