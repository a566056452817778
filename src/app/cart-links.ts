/** Links to carts: those of agents' carts, those that the shop makes, and those that anybody writes. */

import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Owner } from '../auth/identity.ts'
import { newSessionId } from '../auth/session-id.crypto.ts'
import { createEnteredCouponFinder } from '../cart/choices/entered-coupon.store.ts'
import type { BuyLink } from '../cart-links/buy/buy-link.ts'
import { broughtKeyOf as keyOfBuyLink } from '../cart-links/buy/buy-link-id.crypto.ts'
import { buyRoutes } from '../cart-links/buy/buy.routes.ts'
import { cartLinkRoutes, madeLinkRoutes } from '../cart-links/made/cart-links.routes.ts'
import { broughtKeyOf, findLink, hasCoupon, insertLink } from '../cart-links/made/cart-links.store.ts'
import { linkIdOf, newLinkCode } from '../cart-links/made/link-code.crypto.ts'
import { createLinkMaker } from '../cart-links/made/make-link.ts'
import type { LinkDependencies } from '../cart-links/opening/link-endpoint.http.ts'
import { createContentsFinder, type FindContents } from '../cart-links/opening/linked-cart-finder.ts'
import { createLinkOpener } from '../cart-links/opening/open-link.ts'
import { createOpeningStore } from '../cart-links/opening/openings.store.ts'
import type { Config } from '../config/config.ts'
import type { App } from '../http/fastify-types.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import { createAgentCartFinder } from '../ucp/continue/agent-cart.ts'
import { continueRoutes } from '../ucp/continue/continue.routes.ts'
import { findItemKeys } from '../ucp/items.sql.ts'
import { pathOfFailure } from '../web-checkout/continue-failure.ts'
import type { SessionCookie } from '../web-checkout/session/session-cookie.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'
import { createPricer } from './ucp-carts.ts'

/** Registers the endpoints that links lead to; that of agents' carts where the agents' door is open. */
export function registerLinks(
  app: App,
  dependencies: AppDependencies,
  shared: SharedServices,
  cookie: SessionCookie,
): void {
  const { config, limits, metrics } = dependencies
  const links = createLinkDependencies(dependencies, shared, cookie)
  const findContents = createFinder(dependencies, shared)
  madeLinkRoutes(app, {
    ...links,
    findMadeLink: code => findMade(dependencies, findContents, code),
    limit: limits.create('cart-link', config.CART_LINK_RATE_LIMIT),
    count: outcome => metrics.countCartLink('link', outcome),
  })
  buyRoutes(app, {
    ...links,
    publicUrl: config.PUBLIC_URL,
    findBuyLink: (link, countUnknown) =>
      findContents({
        ...{ id: keyOfBuyLink(link), countedLink: null, rule: 'available', enteredCode: link.couponCode, countUnknown },
        loadItems: () => loadItems(dependencies, link),
      }),
    limit: limits.create('buy', config.CART_LINK_RATE_LIMIT),
    limitUnknownCoupons: limits.create('buy-coupon', config.COUPON_IP_RATE_LIMIT),
    count: outcome => metrics.countCartLink('buy', outcome),
  })
  if (!config.UCP_ENABLED) return
  continueRoutes(app, {
    ...links,
    findAgentCart: createAgentCartFinder(createPricer(dependencies, shared)),
    limit: limits.create('continue', config.HANDOFF_RATE_LIMIT),
    count: outcome => metrics.countUcpRequest('continue', outcome),
  })
}

/** Answers a link that anybody has written, and that the router cannot decode. */
export function redirectMalformed({ DEFAULT_RETURN_PATH }: Config, reply: FastifyReply): void {
  reply
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .redirect(pathOfFailure(DEFAULT_RETURN_PATH, 'gone'))
}

/** Registers the endpoint that makes links. */
export function registerLinkMaking(app: App, { config, database, now }: AppDependencies, shared: SharedServices): void {
  const { store, loadShop, loadProducts } = shared
  cartLinkRoutes(app, {
    makeLink: createLinkMaker({
      loadCart: (owner: Owner) => store.loadCart(owner),
      loadCurrentShop: () => loadCurrentShop(database, loadShop),
      loadProducts,
      hasCoupon: foldedCode => hasCoupon(database, foldedCode),
      insertLink: (code, link) => insertLink(database, linkIdOf(code), link, now()),
      newCode: newLinkCode,
    }),
    maxLines: config.CART_MAX_LINES,
    publicUrl: config.PUBLIC_URL,
    now,
  })
}

function createLinkDependencies(
  { config, tokens, now }: AppDependencies,
  { writeCart, webSessions, handoffs, returnPaths }: SharedServices,
  cookie: SessionCookie,
): LinkDependencies {
  return {
    openLink: createLinkOpener({
      findOwner: webSessions.findOwner,
      loadStatus: handoffs.loadFacts,
      openings: createOpeningStore({ writeCart, maxLines: config.CART_MAX_LINES, newLineId: randomUUID }),
      newSessionId,
      newGuestId: randomUUID,
      now,
    }),
    hashNetwork: tokens.hashNetwork,
    cookie,
    fallbackPath: returnPaths.fallback,
  }
}

function createFinder({ database, now }: AppDependencies, shared: SharedServices): FindContents {
  const { loadShop, loadProducts, loadStocks } = shared
  return createContentsFinder({
    loadCurrentShop: () => loadCurrentShop(database, loadShop),
    loadProducts,
    loadStocks,
    findEnteredCoupon: createEnteredCouponFinder(database, now),
    now,
  })
}

async function findMade({ database, now }: AppDependencies, findContents: FindContents, code: string) {
  const id = linkIdOf(code)
  const link = await findLink(database, id, now())
  if (!link) return undefined
  const { items, enteredCode, uses } = link
  const countedLink = uses === null ? null : id
  return findContents({ id: broughtKeyOf(id), countedLink, rule: 'on sale', enteredCode, loadItems: async () => items })
}

async function loadItems({ config, database }: AppDependencies, { items }: BuyLink) {
  const ids = items.map(({ itemId }) => itemId)
  const keys = await findItemKeys(database, ids, config.UCP_ITEM_ID)
  return items.flatMap(({ itemId, quantity }) => {
    const key = keys.get(itemId)
    return key ? [{ ...key, quantity }] : []
  })
}
