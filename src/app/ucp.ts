/** The agents' door: its error handler and its routes. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import { ANY_PROFILE } from '../config/ucp-variables.ts'
import type { Refusal } from '../errors.ts'
import type { App } from '../http/fastify-types.ts'
import { pathOf } from '../http/request/request-target.ts'
import { errorDocument, handleError } from '../http/response/error-handler.ts'
import { systemResolver } from '../outgoing/outgoing.ts'
import { agentProfileOf } from '../playground/agent-profile.ts'
import { loadCurrentShop } from '../shop/shop.store.ts'
import { createCatalogueOperations } from '../ucp/catalogue/catalogue.store.ts'
import { mcpRoutes } from '../ucp/mcp/mcp.routes.ts'
import { OPERATION_NAMES, type Operation } from '../ucp/operation.ts'
import { type Admission, createAdmission } from '../ucp/platforms/admission.ts'
import { createKeyCheck, platformNameOf } from '../ucp/platforms/api-keys.crypto.ts'
import { createProfileFetcher, type FetchProfile } from '../ucp/platforms/profile.fetch.ts'
import { createProfileCache } from '../ucp/platforms/profile-cache.fetch.ts'
import { adviceFor, namesProfile, parseProfileUrl } from '../ucp/platforms/profile-url.fetch.ts'
import { profileRoutes } from '../ucp/profile/profile.routes.ts'
import { shopUrlOf } from '../ucp/refusal.document.ts'
import { restRoutes } from '../ucp/rest/rest.routes.ts'
import { createUcpErrorHandler, errorText, isUcpPath, toUcpRefusal } from '../ucp/ucp-error-handler.http.ts'
import type { AppDependencies, SharedServices } from './dependencies.ts'
import { createOriginCheck } from './page-origins.ts'

type HandleError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** What the door needs of the application. */
export type DoorDependencies = Pick<AppDependencies, 'config' | 'limits' | 'metrics' | 'now'>

/** Creates the error handler of the application: paths of the agents' door have error answers of their own form. */
export function createErrorHandler({ config, metrics }: Pick<DoorDependencies, 'config' | 'metrics'>): HandleError {
  if (!config.UCP_ENABLED) return handleError
  const handleUcpError = createUcpErrorHandler({ shopUrl: shopUrlFrom(config), count: metrics.countUcpRequest })
  return (error, request, reply) =>
    (isUcpPath(pathOf(request.raw.url ?? '')) ? handleUcpError : handleError)(error, request, reply)
}

/** Returns the body of a refusal before the application has the request: by its path, which may not be known. */
export function createRefusalText(config: Config): (refused: Refusal, path: string | undefined) => string {
  const shopUrl = shopUrlFrom(config)
  return (refused, path = '') =>
    config.UCP_ENABLED && isUcpPath(path)
      ? errorText(toUcpRefusal(refused), { path, id: null, shopUrl })
      : errorDocument(refused.violations)
}

/** Creates the operations of the door. */
export function createCatalogueOperationsOf(
  { config, database, now }: Pick<AppDependencies, 'config' | 'database' | 'now'>,
  { loadShop }: Pick<SharedServices, 'loadShop'>,
): Operation[] {
  return createCatalogueOperations({
    database,
    loadShop,
    loadCurrentShop: () => loadCurrentShop(database, loadShop),
    itemId: config.UCP_ITEM_ID,
    publicUrl: config.PUBLIC_URL,
    now,
  })
}

/** Registers the routes, where the door is open. @param fetchProfile requests profiles from their servers by default */
export function registerAgentsDoor(
  app: App,
  dependencies: DoorDependencies,
  operations: readonly Operation[],
  fetchProfile: FetchProfile = createProfileFetcher({ resolve: systemResolver, version: packageJson.version }),
): void {
  const { config, metrics } = dependencies
  if (!config.UCP_ENABLED) return
  metrics.beginOperations(OPERATION_NAMES)
  const door = {
    operations,
    admission: createAdmissionOf(dependencies, fetchProfile),
    count: metrics.countUcpRequest,
    shopUrl: shopUrlFrom(config),
  }
  profileRoutes(app, config.PUBLIC_URL)
  restRoutes(app, door)
  mcpRoutes(app, {
    ...door,
    isAllowedOrigin: createOriginCheck(config),
    version: packageJson.version,
  })
}

function createAdmissionOf({ config, limits, metrics, now }: DoorDependencies, fetchProfile: FetchProfile): Admission {
  return createAdmission({
    limitAddress: limits.create('ucp-ip', config.UCP_RATE_LIMIT),
    limitPlatform: limits.create('ucp-platform', config.UCP_RATE_LIMIT),
    nameOf: platformNameOf,
    checkKey: createKeyCheck(config.UCP_API_KEYS),
    parseProfileUrl: text => parseProfileUrl(text, !config.production),
    namesProfile,
    adviceFor,
    allowed: allowedBy(config),
    findProfile: createProfileCache({
      fetchProfile,
      budget: config.UCP_FETCH_BUDGET,
      count: metrics.countProfileFetch,
      now,
    }),
  })
}

/** `*` does not name profiles of this machine. It stands for the playground's, too, which Sepet serves itself. */
function allowedBy(config: Config): string[] {
  const listed = config.UCP_PLATFORM_PROFILES
  const own = agentProfileOf(config)
  return listed.includes(ANY_PROFILE) && own !== undefined ? [...listed, own] : listed
}

function shopUrlFrom({ PUBLIC_URL, DEFAULT_RETURN_PATH }: Config): string {
  return shopUrlOf(PUBLIC_URL, DEFAULT_RETURN_PATH)
}
