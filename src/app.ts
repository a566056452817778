/** The web application: its plugins and routes in reading order. */

import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController, type RawServerDefault } from 'fastify'
import type { VerifyAccessToken } from './auth/access-token.jwt.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { cartStore } from './cart/cart.store.ts'
import { cartItemRoutes } from './cart/cart-items.routes.ts'
import { choicesRoutes } from './cart/choices.routes.ts'
import { choicesStore } from './cart/choices.store.ts'
import { mergeRoutes } from './cart/merge.routes.ts'
import { mergeStore } from './cart/merge.store.ts'
import { cartOpener } from './cart/open-cart.ts'
import { refuseStandingFirst } from './cart/refuse-standing.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { findPendingMigrations } from './db/migrate.ts'
import { refuse } from './errors.ts'
import type { App } from './http/app.ts'
import { authoriseRequests } from './http/authorise.ts'
import { allowOrigins } from './http/cors.ts'
import { handleError } from './http/error-handler.ts'
import { healthRoutes } from './http/health.routes.ts'
import { imageRoutes } from './http/images.ts'
import { BODY_LIMIT_BYTES, readJsonBodies } from './http/json-body.ts'
import { loggerOptions, logRequests } from './http/logging.ts'
import { refuseOtherMethods } from './http/method-not-allowed.ts'
import { JSON_API, requireAcceptable } from './http/negotiation.ts'
import type { RateLimits } from './http/rate-limit.ts'
import { answerBrokenRequests, answerHeaders } from './http/server.ts'
import { schemaValidator } from './http/validation.ts'
import { shopSnapshots } from './shop/shop.store.ts'

/** The storefront's paths (specification 9). */
export const STOREFRONT = '/api/v3/storefront/2026-01'

/** How long a client may take to send a request. */
const REQUEST_TIMEOUT_MS = 30_000

/** What the application is built from; `main.ts` makes them for the process, tests for themselves. */
export interface AppDependencies {
  config: Config
  database: Database
  verify: VerifyAccessToken
  limits: RateLimits
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Builds the application; `listen` or `close` it afterwards. */
export async function buildApp({ config, database, verify, limits, now }: AppDependencies): Promise<App> {
  const app: App = Fastify<RawServerDefault>({
    logger: loggerOptions(config.LOG_LEVEL),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Longer than any header that arrives: a long item id is an unknown one, not a malformed path.
    routerOptions: { maxParamLength: 65_536 },
    trustProxy: trusted(config.TRUST_PROXY),
    clientErrorHandler: answerBrokenRequests,
    frameworkErrors: handleError,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(schemaValidator)
  app.setErrorHandler(handleError)
  app.setNotFoundHandler(async () => {
    throw refuse('not_found', 'There is nothing at this path.')
  })
  logRequests(app)
  answerHeaders(app)
  const registerOtherMethods = refuseOtherMethods(app, config.CORS_ORIGINS.length > 0)
  await allowOrigins(app, STOREFRONT, config.CORS_ORIGINS)
  authoriseRequests(app, verify, now)
  readJsonBodies(app)

  healthRoutes(app, async () => (await findPendingMigrations(database)).length === 0)
  await imageRoutes(app)
  await app.register(storefront, { prefix: STOREFRONT })
  registerOtherMethods()
  return app

  async function storefront(scope: App): Promise<void> {
    const limitCart = limits.create('cart', config.CART_RATE_LIMIT)
    scope.addHook('onRequest', async ({ tokenKey, routeOptions, headers }) => {
      if (routeOptions.config.mediaType !== JSON_API) return
      await limitCart(tokenKey)
      requireAcceptable(headers.accept)
    })
    const store = cartStore(database)
    scope.setErrorHandler(async (error, request, reply) =>
      handleError(await refuseStandingFirst(error, request.owner, store.loadCart), request, reply),
    )
    const loadShop = shopSnapshots(database)
    const openCart = cartOpener({ loadCart: store.loadCart, loadShop, now, publicUrl: config.PUBLIC_URL })
    const dependencies = { store, loadShop, openCart, newId: randomUUID, now }
    cartRoutes(scope, dependencies)
    cartItemRoutes(scope, dependencies)
    choicesRoutes(scope, {
      ...dependencies,
      choices: choicesStore(database, now),
      limitCoupons: limits.create('coupon', config.COUPON_RATE_LIMIT),
    })
    mergeRoutes(scope, { ...dependencies, mergeStore: mergeStore(database), verify })
  }
}

/** Hops are believed whatever their address; name addresses where clients can reach Sepet directly. */
function trusted(proxies: number | string[]): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}
