/** The web application: plugins, hooks and routes, in the order in which they run. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { LogController, type RawServerDefault } from 'fastify'
import { API, BUY, STOREFRONT, UCP } from '../api-paths.ts'
import { externalIdSegment } from '../customers/external-id.routes.ts'
import { createReadinessCheck } from '../db/migrate.ts'
import { auditWrites } from '../http/audit.ts'
import type { App } from '../http/fastify-types.ts'
import { healthRoutes } from '../http/health.routes.ts'
import { imageRoutes } from '../http/images.routes.ts'
import { loggerOptions, logRequests, standardOutput } from '../http/logging.ts'
import { readLastRequests } from '../http/overload/last-requests.ts'
import { BODY_TIMEOUT_MS, importBodyTimeout, serverLimits } from '../http/overload/server-limits.ts'
import { trustedProxies } from '../http/rate-limit/client-network.ts'
import { countNetworks } from '../http/rate-limit/count-networks.ts'
import { createNetworkBudget } from '../http/rate-limit/network-budget.ts'
import { registerAuthorisation } from '../http/request/authorise.ts'
import { registerBoundary } from '../http/request/boundary.ts'
import { BODY_LIMIT_BYTES, registerJsonBodies } from '../http/request/json-body.ts'
import { registerPreconditions } from '../http/request/preconditions.ts'
import { requestIdOf } from '../http/request/request-id.ts'
import { schemaValidator } from '../http/request/validation.ts'
import { createClientErrorHandler } from '../http/response/client-errors.ts'
import { registerConditionalReads } from '../http/response/conditional-reads.ts'
import { registerCors } from '../http/response/cors.ts'
import { latestDetailOf } from '../http/response/disk-faults.ts'
import { registerMethodNotAllowed } from '../http/response/method-not-allowed.ts'
import { registerNotFound } from '../http/response/not-found.ts'
import { registerProtocolEdgeCases, registerResponseHeaders } from '../http/response/raw-http.ts'
import { type FramedBy, responseClassWith, securityHeaders } from '../http/response/security-headers.ts'
import { serializerCompiler } from '../http/response/serializer.ts'
import { measureRequests, metricsRoutes } from '../metrics/metrics.routes.ts'
import { describeRoutes } from '../openapi/describe-routes.ts'
import { referenceRoutes } from '../openapi/reference/reference.routes.ts'
import { playgroundRoutes } from '../playground/playground.routes.ts'
import { createPlaygroundStore } from '../playground/playground.store.ts'
import type { AgentsDoor } from '../playground/shop.document.ts'
import { couponCodeSegment } from '../promotions/admin/coupon-code-path.http.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import { createSessionCookie } from '../web-checkout/session/session-cookie.ts'
import { webFileRoutes } from '../web-files/web-files.routes.ts'
import { webhookNameSegment } from '../webhooks/webhook-name.http.ts'
import { registerAdmin } from './admin.ts'
import { redirectMalformed } from './cart-links.ts'
import { type AppDependencies, createSharedServices, type SharedServices } from './dependencies.ts'
import { limitLoad } from './limit-load.ts'
import { createOffice } from './office.ts'
import { createReadablePathCheck } from './page-origins.ts'
import { registerStorefront } from './storefront.ts'
import { createCatalogueOperationsOf, createErrorHandler, createRefusalText, registerAgentsDoor } from './ucp.ts'
import { createCartOperationsOf } from './ucp-carts.ts'
import { warnOfForwarded } from './warn-of-forwarded.ts'
import { registerWebCheckout } from './web-checkout.ts'

/** Builds the application; `listen` or `close` it afterwards. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const { config, database, verify, sepetTokens, tokens, limits, metrics, tracing, logStream, isDraining, now } =
    dependencies
  const headers = securityHeaders(config.PUBLIC_URL, framedBy(dependencies))
  const clientErrors = { headers, redirects: [], bodyOf: createRefusalText(config) }
  const handleError = createErrorHandler(dependencies)
  const office = createOffice(dependencies)
  const app: App = Fastify<RawServerDefault>({
    logger: { ...loggerOptions(config.LOG_LEVEL), stream: logStream ?? standardOutput() },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT_BYTES,
    ...serverLimits,
    // Bodies of other requests have a shorter deadline: `limitBodyTime`.
    requestTimeout: importBodyTimeout(config.IMPORT_BODY_LIMIT_MB) + BODY_TIMEOUT_MS,
    http: { ...serverLimits.http, ServerResponse: responseClassWith(headers), requireHostHeader: false },
    // Above the limit of request headers: a long item id is an unknown id (404), not a malformed path.
    routerOptions: { maxParamLength: 65_536 },
    trustProxy: trustedProxies(config.TRUST_PROXY),
    rewriteUrl: office.door.route,
    clientErrorHandler: createClientErrorHandler(clientErrors),
    frameworkErrors: (error, request, reply) => {
      const url = request.raw.url ?? ''
      if (url.startsWith(`${BUY}/`)) return redirectMalformed(config, reply)
      return handleError(refusalOfUndecodable(error, url), request, reply)
    },
    forceCloseConnections: 'idle',
    // Requests that arrive on an open connection while the process stops are answered normally.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.setValidatorCompiler(schemaValidator)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  app.addHook('preClose', () => readLastRequests(app.server))
  tracing?.traceRequests(app)
  const networkBudget = createNetworkBudget({
    perMinute: config.NETWORK_RATE_LIMIT,
    siteFactor: config.IPV6_SITE_FACTOR,
    hashNetwork: tokens.hashNetwork,
    onRefusal: () => metrics.countLimited('network'),
  })
  limitLoad(app, dependencies, { framedBy: framedBy(dependencies), networkBudget })
  logRequests(app)
  if (!config.production) warnOfForwarded(app)
  auditWrites(app)
  measureRequests(app, metrics)
  registerResponseHeaders(app, isDraining)
  registerProtocolEdgeCases(app, clientErrors)
  const registerOtherMethods = registerMethodNotAllowed(app)
  await registerCors(app, createReadablePathCheck(config), config.CORS_ORIGINS)
  countNetworks(app, networkBudget)
  registerNotFound(app)
  const metricsToken = { token: config.METRICS_TOKEN, production: config.production }
  const shared = createSharedServices(dependencies)
  registerAuthorisation(app, {
    verify,
    owners: shared.owners,
    networkBudget,
    limitCart: limits.create('cart', config.CART_RATE_LIMIT),
    sepetTokens,
    metricsToken,
    staffTokenOf: office.door.tokenOf,
    now,
  })
  registerJsonBodies(app)
  registerBoundary(app)
  for (const prefix of [API, `${UCP}/`]) registerPreconditions(app, prefix)
  registerConditionalReads(app)

  const readDescription = describeRoutes(app, {
    url: config.PUBLIC_URL,
    cookieName: createSessionCookie(config.PUBLIC_URL).name,
  })
  const diskFault = () => latestDetailOf(database.diskFaults)
  healthRoutes(app, { isReady: createReadinessCheck(database), isDraining, diskFault })
  metricsRoutes(app, metrics)
  await imageRoutes(app)
  referenceRoutes(app, readDescription, dependencies.mintToken ? 'try' : 'read')
  await app.register(async scope => registerStorefront(scope, dependencies, shared), { prefix: STOREFRONT })
  await app.register(async scope => registerWebCheckout(scope, dependencies, shared, framedBy(dependencies)))
  await playground(app, dependencies, shared)
  webFileRoutes(app, [
    ...(office.isOpen ? ['office' as const] : []),
    ...(dependencies.mintToken ? ['playground' as const] : []),
  ])
  await app.register(async scope => office.register(scope, shared))
  await registerAdmin(app, dependencies, shared)
  registerAgentsDoor(app, dependencies, [
    ...createCartOperationsOf(dependencies, shared),
    ...createCatalogueOperationsOf(dependencies, shared),
  ])
  registerOtherMethods()
  return app
}

/** Names the parameter of a path that the router cannot decode. */
function refusalOfUndecodable(error: unknown, url: string): unknown {
  return [externalIdSegment, couponCodeSegment, webhookNameSegment].reduce(
    (each, segment) => segment.refusalOfUndecodable(each, url),
    error,
  )
}

/** Registers the playground, where it is enabled. */
async function playground(app: App, dependencies: AppDependencies, shared: SharedServices): Promise<void> {
  const { config, database, mintToken, now } = dependencies
  if (!mintToken) return
  await playgroundRoutes(app, {
    store: createPlaygroundStore(database),
    loadShop: () => loadCurrentShop(database, shared.loadShop),
    loadProducts: shared.loadProducts,
    loadStocks: shared.loadStocks,
    mintToken,
    agents: agentsDoorOf(config),
    publicUrl: config.PUBLIC_URL,
    now,
  })
}

/** Returns whether agents may call; the playground's agent has no key. */
function agentsDoorOf({ UCP_ENABLED, UCP_API_KEYS }: AppDependencies['config']): AgentsDoor {
  if (!UCP_ENABLED) return 'closed'
  return UCP_API_KEYS.length > 0 ? 'keyed' : 'open'
}

/** Sites that may show the pages in a frame: the playground does, in its web view. */
function framedBy({ mintToken }: AppDependencies): FramedBy {
  return mintToken ? "'self'" : "'none'"
}
