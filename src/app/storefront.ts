/** The storefront API: carts, and the endpoints that issue handoffs. */

import { randomUUID } from 'node:crypto'
import { type CartWrites, cartRoutes } from '../cart/cart.routes.ts'
import { registerCartQuery } from '../cart/cart-query.ts'
import { createCouponApplier } from '../cart/choices/apply-coupon.ts'
import { choicesRoutes } from '../cart/choices/choices.routes.ts'
import { createChoicesStore } from '../cart/choices/choices.store.ts'
import { createEnteredCouponFinder } from '../cart/choices/entered-coupon.store.ts'
import { createConditionalWrite } from '../cart/conditional-write.http.ts'
import { preferInactiveOwnerError } from '../cart/inactive-owner-error.ts'
import { cartItemRoutes } from '../cart/lines/cart-items.routes.ts'
import { createCartLineStore } from '../cart/lines/cart-lines.store.ts'
import { mergeRoutes } from '../cart/merge/merge.routes.ts'
import { createMergeStore } from '../cart/merge/merge.store.ts'
import { ownCouponRoutes } from '../cart/own-coupons/own-coupons.routes.ts'
import { createOwnCouponStore } from '../cart/own-coupons/own-coupons.store.ts'
import { createOwnCouponLister } from '../cart/own-coupons/own-coupons.ts'
import type { WriteCart } from '../cart/storage/write-cart.sql.ts'
import { moveHolds } from '../checkouts/move-holds.sql.ts'
import { findCurrentMember, repeatForMovedIds } from '../customers/repeat-for-moved-ids.ts'
import { guestTokenRoutes } from '../guests/guest-tokens.routes.ts'
import type { App } from '../http/fastify-types.ts'
import { JSON_API, requireAcceptable } from '../http/request/negotiation.ts'
import { handleError } from '../http/response/error-handler.ts'
import { issueHandoffRoutes } from '../web-checkout/handoff/issue-handoff.routes.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'

/** Registers the endpoints that apps call with an access token. */
export function registerStorefront(app: App, dependencies: AppDependencies, shared: SharedServices): void {
  const { config, database, verify, sepetTokens, tokens, limits, metrics, now } = dependencies
  const { store, createStore, loadCartNow, writeCart, loadShop, readCart } = shared
  const { handoffs, returnPaths, owners, externalMembers } = shared
  const maxLines = config.CART_MAX_LINES
  app.addHook('onRequest', ({ routeOptions, raw }, _reply, done) => {
    if (routeOptions.config.mediaType === JSON_API) requireAcceptable(raw.headers.accept)
    done()
  })
  app.setErrorHandler(async (error, request, reply) => {
    const preferred = await preferInactiveOwnerError(error, request.owner, store.loadCart)
    const current = await findCurrentMember(externalMembers, preferred, request)
    const answered = current ? await preferInactiveOwnerError(error, current, store.loadCart) : preferred
    return handleError(answered, request, reply)
  })
  repeatForMovedIds(app, externalMembers)
  const createWrites = (run: WriteCart): CartWrites => ({
    store: createStore(run),
    lines: createCartLineStore(run, now),
    choices: createChoicesStore(run, now),
    merges: createMergeStore(run, { maxLines, guestTtlMs: config.GUEST_TOKEN_TTL_SECONDS * 1000, moveHolds }),
  })
  const write = createConditionalWrite({ writeCart, createWrites, loadCart: loadCartNow, readCart, now })
  const { findRepeatedAdd } = store
  const cart = { write, findRepeatedAdd, loadShop, readCart, maxLines, newId: randomUUID, now }
  registerCartQuery(app)
  cartRoutes(app, cart)
  cartItemRoutes(app, cart)
  const findEnteredCoupon = createEnteredCouponFinder(database, now)
  choicesRoutes(app, {
    ...cart,
    createApplyCoupon: choices => createCouponApplier({ ...cart, findEnteredCoupon, choices }),
    limitCoupons: limits.create('coupon', config.COUPON_RATE_LIMIT),
    limitUnknownCoupons: limits.create('coupon-ip', config.COUPON_IP_RATE_LIMIT),
    hashNetwork: tokens.hashNetwork,
  })
  ownCouponRoutes(app, createOwnCouponLister({ store: createOwnCouponStore(database), loadShop, now }))
  mergeRoutes(app, { ...cart, verify, owners })
  if (sepetTokens) {
    guestTokenRoutes(app, {
      tokens: sepetTokens,
      loadStatus: handoffs.loadFacts,
      limit: limits.create('guest-token-ip', config.GUEST_TOKEN_IP_RATE_LIMIT),
      newId: randomUUID,
      now,
    })
  }
  issueHandoffRoutes(app, {
    tokens,
    store: handoffs,
    loadShop,
    insertCart: store.insertCart,
    touchCart: store.touchCart,
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
