/** The agents' door with operations of a test: transports and admission of the service, without its carts and its catalogue. */

import Fastify, { type RawServerDefault } from 'fastify'
import { limitLoad } from '../../../src/app/limit-load.ts'
import { createErrorHandler, createRefusalText, registerAgentsDoor } from '../../../src/app/ucp.ts'
import { type Config, readConfig } from '../../../src/config/config.ts'
import { trustedProxies } from '../../../src/http/rate-limit/client-network.ts'
import { createNetworkBudget } from '../../../src/http/rate-limit/network-budget.ts'
import { createRateLimits } from '../../../src/http/rate-limit/rate-limit.ts'
import { registerBoundary } from '../../../src/http/request/boundary.ts'
import { BODY_LIMIT_BYTES, registerJsonBodies } from '../../../src/http/request/json-body.ts'
import { registerMethodNotAllowed } from '../../../src/http/response/method-not-allowed.ts'
import { registerNotFound } from '../../../src/http/response/not-found.ts'
import { registerProtocolEdgeCases, registerResponseHeaders } from '../../../src/http/response/raw-http.ts'
import { createMetrics } from '../../../src/metrics/metrics.ts'
import { systemResolver } from '../../../src/outgoing/outgoing.ts'
import type { Asked, Operation, Platform } from '../../../src/ucp/operation.ts'
import { envelopeOf } from '../../../src/ucp/operation.ts'
import { createProfileFetcher, type FetchProfile } from '../../../src/ucp/platforms/profile.fetch.ts'
import { type Answer, type callAt, callOf, UNLIMITED } from '../service/service.ts'

/** A running door. */
export interface Door {
  url: string
  config: Config
  call: (method: string, path: string, call?: Parameters<ReturnType<typeof callAt>>[2]) => Promise<Answer>
  /** Returns the value of a metric; undefined when there is none. */
  metric: (series: string) => Promise<number | undefined>
  /** Milliseconds by which the clock of the door, which stands still, is ahead of its start. */
  clock: { ahead: number }
  stop: () => Promise<void>
}

/** What a test decides about a door. */
export interface DoorOptions {
  env?: NodeJS.ProcessEnv
  operations: readonly Operation[]
  /** By default it waits for profiles as long as the machine needs. */
  fetchProfile?: FetchProfile
}

/** Time for profiles, on a machine of any speed. */
export const PATIENCE_MS = 60_000

/** Fetches profiles as the service does, but for the time. */
const fetchPatiently = createProfileFetcher({ resolve: systemResolver, version: 'test', timeoutMs: PATIENCE_MS })

/** Starts a door in development. */
export async function startDoor({ env = {}, operations, fetchProfile = fetchPatiently }: DoorOptions): Promise<Door> {
  const config = readConfig({ PUBLIC_URL: 'http://shop.test', MAX_REQUESTS_UNDER_WAY: String(UNLIMITED), ...env })
  const metrics = createMetrics()
  const limits = createRateLimits(undefined, config.IPV6_SITE_FACTOR, metrics.countLimited)
  const clock = { ahead: 0 }
  const startedAt = Date.now()
  const handleError = createErrorHandler({ config, metrics })
  const app = Fastify<RawServerDefault>({
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustedProxies(config.TRUST_PROXY),
    http: { requireHostHeader: false },
    frameworkErrors: handleError,
  })
  app.setErrorHandler(handleError)
  const isDraining = () => false
  const networkBudget = createNetworkBudget({
    perMinute: 0,
    siteFactor: 0,
    hashNetwork: network => network,
    onRefusal: () => {},
  })
  limitLoad(app, { config, metrics, isDraining }, { framedBy: "'none'", networkBudget })
  registerResponseHeaders(app, isDraining)
  registerProtocolEdgeCases(app, { headers: [], redirects: [], bodyOf: createRefusalText(config) })
  const registerOtherMethods = registerMethodNotAllowed(app)
  registerNotFound(app)
  registerJsonBodies(app)
  registerBoundary(app)
  registerAgentsDoor(app, { config, metrics, limits, now: () => startedAt + clock.ahead }, operations, fetchProfile)
  registerOtherMethods()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    config,
    call: callOf(url, config),
    metric: async series => {
      const line = (await metrics.read()).split('\n').find(each => each.startsWith(`${series} `))
      return line === undefined ? undefined : Number(line.slice(series.length + 1))
    },
    clock,
    stop: async () => {
      await app.close()
      await limits.close()
    },
  }
}

/** What an operation of a test was called with. */
export interface ToyCall {
  name: string
  asked: Asked
  platform: Platform
  key: string | undefined
}

/** Makes all operations: each answers with what it was asked. An id `unknown` is an answer with status `error`, `broken` an error. */
export function toyOperations(calls: ToyCall[] = []): Operation[] {
  const capabilityOf = {
    create_cart: 'dev.ucp.shopping.cart',
    get_cart: 'dev.ucp.shopping.cart',
    update_cart: 'dev.ucp.shopping.cart',
    cancel_cart: 'dev.ucp.shopping.cart',
    search_catalog: 'dev.ucp.shopping.catalog.search',
    lookup_catalog: 'dev.ucp.shopping.catalog.lookup',
    get_product: 'dev.ucp.shopping.catalog.lookup',
  } as const
  const keys = new Set<string>()
  return (Object.keys(capabilityOf) as (keyof typeof capabilityOf)[]).map(name => ({
    name,
    capability: capabilityOf[name],
    async run(asked, platform, key) {
      calls.push({ name, asked, platform, key })
      if (asked.id === 'broken') throw new Error('secret of the inside')
      const status = asked.id === 'unknown' ? 'error' : 'success'
      const isReplayed = key !== undefined && keys.has(`${platform.key} ${key}`)
      if (key !== undefined) keys.add(`${platform.key} ${key}`)
      return {
        status: name === 'create_cart' ? 201 : 200,
        body: { ucp: envelopeOf(status, capabilityOf[name], platform), operation: name, echo: asked.body ?? null },
        isReplayed,
      }
    },
  }))
}
