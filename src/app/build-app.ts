/** The web application: its plugins and routes in reading order. */

import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController, type RawServerDefault } from 'fastify'
import type { VerifyAccessToken } from '../auth/access-token.jwt.ts'
import type { HandoffTokens } from '../checkout/handoff/handoff-token.jwt.ts'
import { sessionCookie } from '../checkout/session/session-cookie.ts'
import type { Config } from '../config/config.ts'
import { customerList } from '../customers/customer-list.store.ts'
import { customersRoutes } from '../customers/customers.routes.ts'
import { customersStore } from '../customers/customers.store.ts'
import type { Database } from '../db/database.ts'
import { isCurrent } from '../db/migrate.ts'
import type { App } from '../http/fastify-types.ts'
import { healthRoutes } from '../http/health.routes.ts'
import { imageRoutes } from '../http/images.routes.ts'
import { loggerOptions, logRequests, standardOutput } from '../http/logging.ts'
import { serverLimits } from '../http/overload/server-limits.ts'
import type { RateLimits } from '../http/rate-limit/rate-limit.ts'
import { authoriseRequests } from '../http/request/authorise.ts'
import { BODY_LIMIT_BYTES, readJsonBodies } from '../http/request/json-body.ts'
import { schemaValidator } from '../http/request/validation.ts'
import { allowOrigins } from '../http/response/cors.ts'
import { handleError } from '../http/response/error-handler.ts'
import { refuseOtherMethods } from '../http/response/method-not-allowed.ts'
import { refuseOtherPaths } from '../http/response/not-found.ts'
import { answerBrokenRequests, answerHeaders, answerOddRequests } from '../http/response/raw-http.ts'
import { answersWith, type FramedBy, securityHeaders } from '../http/response/security-headers.ts'
import { measureRequests, metricsRoutes } from '../metrics/metrics.routes.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { describeRoutes } from '../openapi/openapi.ts'
import { referenceRoutes } from '../openapi/reference/reference.routes.ts'
import { type MintToken, playgroundRoutes } from '../playground/playground.routes.ts'
import { playgroundStore } from '../playground/playground.store.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { limitLoad } from './load-limits.ts'
import { type SharedParts, sharedParts } from './shared-services.ts'
import { storefront } from './storefront.ts'
import { webCheckout } from './web-checkout.ts'

/** The storefront's paths (specification 9). */
export const STOREFRONT = '/api/v3/storefront/2026-01'

/** What the application is built from; `service.ts` makes them for the process, tests for themselves. */
export interface AppDependencies {
  config: Config
  database: Database
  verify: VerifyAccessToken
  tokens: HandoffTokens
  limits: RateLimits
  metrics: Metrics
  tracing: Tracing | undefined
  /** For the playground; without it there is none. */
  mintToken?: MintToken | undefined
  /** Whether the process is about to stop. */
  isDraining: () => boolean
  /** Where logs go, if not to standard output. */
  logStream?: Writable
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Builds the application; `listen` or `close` it afterwards. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { config, database, verify, metrics, tracing, logStream, isDraining, now } = dependencies
  const headers = securityHeaders(config.PUBLIC_URL, framedBy(dependencies))
  const app: App = Fastify<RawServerDefault>({
    logger: { ...loggerOptions(config.LOG_LEVEL), stream: logStream ?? standardOutput() },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    ...serverLimits,
    http: { ...serverLimits.http, ServerResponse: answersWith(headers), requireHostHeader: false },
    // Longer than any header that arrives: a long item id is an unknown one, not a malformed path.
    routerOptions: { maxParamLength: 65_536 },
    trustProxy: trusted(config.TRUST_PROXY),
    clientErrorHandler: answerBrokenRequests(headers),
    frameworkErrors: handleError,
    forceCloseConnections: 'idle',
    // What arrives on a busy connection while the process stops is answered like everything before it.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(schemaValidator)
  app.setErrorHandler(handleError)
  tracing?.traceRequests(app)
  limitLoad(app, dependencies, framedBy(dependencies))
  logRequests(app)
  measureRequests(app, metrics)
  answerHeaders(app, isDraining)
  answerOddRequests(app, headers)
  const registerOtherMethods = refuseOtherMethods(app)
  await allowOrigins(app, STOREFRONT, config.CORS_ORIGINS)
  refuseOtherPaths(app)
  const operator = { token: config.METRICS_TOKEN, production: config.production }
  authoriseRequests(app, { verify, operator, now })
  readJsonBodies(app)

  const readDescription = describeRoutes(app, {
    url: config.PUBLIC_URL,
    cookieName: sessionCookie(config.PUBLIC_URL).name,
  })
  healthRoutes(app, () => isCurrent(database), isDraining)
  metricsRoutes(app, metrics)
  await imageRoutes(app)
  referenceRoutes(app, readDescription)
  const shared = sharedParts(dependencies)
  await app.register(async scope => storefront(scope, dependencies, shared), { prefix: STOREFRONT })
  await app.register(async scope => webCheckout(scope, dependencies, shared, framedBy(dependencies)))
  await playground(app, dependencies, shared)
  customersRoutes(app, {
    store: customersStore(database),
    findPage: customerList(database),
    publicUrl: config.PUBLIC_URL,
    newId: randomUUID,
    now,
  })
  registerOtherMethods()
  return app
}

/** What developers try the rest with. */
async function playground(app: App, dependencies: AppDependencies, shared: SharedParts): Promise<void> {
  const { config, database, mintToken, now } = dependencies
  if (!mintToken) return
  await playgroundRoutes(app, {
    store: playgroundStore(database),
    loadShop: () => loadCurrentShop(database, shared.loadShop),
    loadProducts: shared.loadProducts,
    mintToken,
    publicUrl: config.PUBLIC_URL,
    newId: randomUUID,
    now,
  })
}

/** The playground's web view is a frame. */
function framedBy({ mintToken }: AppDependencies): FramedBy {
  return mintToken ? "'self'" : "'none'"
}

/** Hops are believed whatever their address; name addresses where clients can reach Sepet directly. */
function trusted(proxies: number | string[]): string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}
