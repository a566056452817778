/** The storefront API: carts, and links into the web checkout. */

import { randomUUID } from 'node:crypto'
import { cartRoutes } from '../cart/cart.routes.ts'
import { cartItemRoutes } from '../cart/cart-items.routes.ts'
import { cartLineStore } from '../cart/cart-lines.store.ts'
import { choicesRoutes } from '../cart/choices.routes.ts'
import { choicesStore } from '../cart/choices.store.ts'
import { refuseStandingFirst } from '../cart/inactive-owner-error.ts'
import { mergeRoutes } from '../cart/merge.routes.ts'
import { mergeStore } from '../cart/merge.store.ts'
import { handoffIssueRoutes } from '../checkout/handoff/issue-handoff.routes.ts'
import type { App } from '../http/fastify-types.ts'
import { JSON_API, requireAcceptable } from '../http/request/negotiation.ts'
import { handleError } from '../http/response/error-handler.ts'
import type { AppDependencies } from './build-app.ts'
import type { SharedParts } from './shared-services.ts'

/** Registers what apps call, with an access token. */
export function storefront(app: App, dependencies: AppDependencies, shared: SharedParts): void {
  const { config, verify, tokens, limits, metrics, now } = dependencies
  const { store, writeCart, loadShop, openCart, handoffs, returnPaths } = shared
  const maxLines = config.CART_MAX_LINES
  const limitCart = limits.create('cart', config.CART_RATE_LIMIT)
  app.addHook('onRequest', async ({ tokenKey, routeOptions, headers }) => {
    if (routeOptions.config.mediaType !== JSON_API) return
    await limitCart(tokenKey)
    requireAcceptable(headers.accept)
  })
  app.setErrorHandler(async (error, request, reply) =>
    handleError(await refuseStandingFirst(error, request.owner, store.loadCart), request, reply),
  )
  const cart = { store, lines: cartLineStore(writeCart, now), loadShop, openCart, maxLines, newId: randomUUID, now }
  cartRoutes(app, cart)
  cartItemRoutes(app, cart)
  choicesRoutes(app, {
    ...cart,
    choices: choicesStore(writeCart, now),
    limitCoupons: limits.create('coupon', config.COUPON_RATE_LIMIT),
    limitUnknownCoupons: limits.create('coupon-ip', config.COUPON_IP_RATE_LIMIT),
  })
  mergeRoutes(app, { ...cart, mergeStore: mergeStore(writeCart, maxLines), verify })
  handoffIssueRoutes(app, {
    tokens,
    store: handoffs,
    loadShop,
    insertCart: store.insertCart,
    noteUse: store.noteUse,
    returnPaths,
    ttlSeconds: config.HANDOFF_TOKEN_TTL_SECONDS,
    publicUrl: config.PUBLIC_URL,
    limits: {
      issue: limits.create('issue', config.ISSUE_RATE_LIMIT),
      guestIssueIp: limits.create('guest-issue-ip', config.GUEST_ISSUE_IP_RATE_LIMIT),
    },
    countIssued: metrics.countIssued,
    newId: randomUUID,
    now,
  })
}
