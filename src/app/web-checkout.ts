/** The web checkout: links that are opened, the session after them, and the reference pages. */

import cookies from '@fastify/cookie'
import { handoffConsumeRoutes } from '../checkout/handoff/consume-handoff.routes.ts'
import { handoffOpener } from '../checkout/handoff/consume-handoff.ts'
import { pageRoutes } from '../checkout/pages/pages.routes.ts'
import { sessionCookie } from '../checkout/session/session-cookie.ts'
import { newSessionId } from '../checkout/session/session-id.crypto.ts'
import { sessionOwnerFinder } from '../checkout/session/session-owner.routes.ts'
import { visitorFinder } from '../checkout/session/session-user.ts'
import { webSessionRoutes } from '../checkout/session/web-session.routes.ts'
import { webSessionStore } from '../checkout/session/web-session.store.ts'
import type { App } from '../http/fastify-types.ts'
import type { FramedBy } from '../http/response/security-headers.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import type { AppDependencies } from './build-app.ts'
import type { SharedParts } from './shared-services.ts'

/** Registers what browsers open, with a session cookie. @param framedBy who may show the pages in a frame */
export async function webCheckout(
  app: App,
  dependencies: AppDependencies,
  shared: SharedParts,
  framedBy: FramedBy,
): Promise<void> {
  const { config, database, tokens, limits, metrics, now } = dependencies
  const { loadShop, openCart, handoffs, returnPaths } = shared
  const cookie = sessionCookie(config.PUBLIC_URL)
  await app.register(cookies)
  handoffConsumeRoutes(app, {
    openHandoff: handoffOpener({ tokens, store: handoffs, loadShop, returnPaths, newSessionId, now }),
    mask: tokens.mask,
    cookie,
    fallbackPath: returnPaths.fallback,
    limit: limits.create('handoff', config.HANDOFF_RATE_LIMIT),
    countOpening: metrics.countOpening,
  })
  const findSessionOwner = sessionOwnerFinder({
    findOwner: webSessionStore(database).findOwner,
    cookie,
    limit: limits.create('session', config.SESSION_RATE_LIMIT),
    now,
  })
  app.decorateRequest('sessionOwner')
  const findVisitor = visitorFinder(openCart)
  webSessionRoutes(app, findSessionOwner, findVisitor)
  pageRoutes(app, {
    findSessionOwner,
    findVisitor,
    findShopName: async () => (await loadCurrentShop(database, loadShop)).shop.name,
    framedBy,
  })
}
