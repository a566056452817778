/** Dependencies of the application: those it is given, and the services that its parts share. */

import type { Writable } from 'node:stream'
import type { VerifyAccessToken } from '../auth/access-token.jwt.ts'
import type { Owner } from '../auth/identity.ts'
import { createOwnerResolver } from '../auth/resolve-owner.ts'
import type { SepetTokens } from '../auth/sepet-token.jwt.ts'
import { createCartReader } from '../cart/read-cart.ts'
import { createCartStore, loadCart } from '../cart/storage/cart.store.ts'
import { createCartToucher } from '../cart/storage/touch-cart.ts'
import { createCartWriter, type WriteCart } from '../cart/storage/write-cart.sql.ts'
import { createProductCache } from '../catalog/products.store.ts'
import { createItemStockLoader } from '../catalog/stock/item-stocks.store.ts'
import type { Config } from '../config/config.ts'
import { findCustomerId } from '../customers/external-ids.store.ts'
import { createExternalMembers } from '../customers/external-members.store.ts'
import type { Database, Queries } from '../db/database.ts'
import { countPricedLines } from '../fairness/served-request.ts'
import type { RateLimits } from '../http/rate-limit/rate-limit.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { MintToken } from '../playground/playground.routes.ts'
import { createShopFollower } from '../shop/follow-shop.store.ts'
import { holdLimitOf } from '../shop/hold-limit.ts'
import { createShopCache } from '../shop/shop.store.ts'
import type { Tracing } from '../tracing/tracing-interface.ts'
import { createHandoffStore } from '../web-checkout/handoff/handoff.store.ts'
import type { HandoffTokens } from '../web-checkout/handoff/handoff-token.jwt.ts'
import { createWebSessionStore } from '../web-checkout/session/web-session.store.ts'

/** Dependencies that `service.ts` creates for the process, and tests create for themselves. */
export interface AppDependencies {
  config: Config
  database: Database
  verify: VerifyAccessToken
  /** Signs and verifies the tokens of guests and of web shops; undefined without SEPET_TOKEN_SECRET in production. */
  sepetTokens: SepetTokens | undefined
  tokens: HandoffTokens
  limits: RateLimits
  metrics: Metrics
  tracing: Tracing | undefined
  /** Signs access tokens for the playground; undefined disables the playground. */
  mintToken?: MintToken | undefined
  /** The key of the office's roles; undefined where there are none. */
  officeKey?: string | undefined
  /** Whether the process is stopping. */
  isDraining: () => boolean
  /** Aborted when the server is about to stop, after it has drained: ends requests that wait for others. */
  ending: AbortSignal
  /** Destination of logs; standard output by default. */
  logStream?: Writable
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Services that the storefront, the web checkout and the playground share. */
export type SharedServices = ReturnType<typeof createSharedServices>

/** Creates them once per application. */
export function createSharedServices({ config, database, limits, now }: AppDependencies) {
  const writeCart = createCartWriter(database)
  const followShop = createShopFollower(database)
  const loadShop = createShopCache(database, followShop, holdLimitOf(config))
  const createStore = (run: WriteCart) =>
    createCartStore(database, { writeCart: run, maxLines: config.CART_MAX_LINES, counted: loadShop.counted, now })
  const store = createStore(writeCart)
  const loadProducts = createProductCache(database, followShop)
  const loadStocks = createItemStockLoader(database, now)
  const externalMembers = createExternalMembers({
    findCustomerId: externalId => findCustomerId(database, externalId),
    limit: limits.create('customer-lookup', config.CART_RATE_LIMIT),
  })
  const webSessions = createWebSessionStore(database)
  const touchIfDue = createCartToucher({ touchCart: store.touchCart, keptDays: config.GUEST_CART_TTL_DAYS })
  return {
    store,
    createStore,
    loadCartNow: (queries: Queries, owner: Owner) => loadCart(queries, owner, { now: now(), ...loadShop.counted() }),
    writeCart,
    loadShop,
    loadProducts,
    loadStocks,
    readCart: createCartReader({
      loadCart: store.loadCart,
      touchIfDue,
      loadShop,
      loadProducts,
      loadStocks,
      countPricedLines,
      now,
      publicUrl: config.PUBLIC_URL,
    }),
    externalMembers,
    webSessions,
    owners: createOwnerResolver({ findSession: webSessions.findActing, findCustomer: externalMembers.find }),
    handoffs: createHandoffStore(database),
    returnPaths: { allowed: config.ALLOWED_RETURN_PATHS, fallback: config.DEFAULT_RETURN_PATH },
  }
}
