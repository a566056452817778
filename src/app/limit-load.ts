/** Limits on load: open connections, requests in progress, and responses that clients have not read. */

import { CONTINUE, HANDOFF, STOREFRONT, UCP, UCP_MCP } from '../api-paths.ts'
import type { Config } from '../config/config.ts'
import { serveRead } from '../fairness/served-request.ts'
import type { App } from '../http/fastify-types.ts'
import { Admission } from '../http/overload/admission.ts'
import { limitBodyTime } from '../http/overload/body-deadline.ts'
import { limitConnections } from '../http/overload/connections.ts'
import { shedLoad } from '../http/overload/load-shedder.ts'
import {
  createOverloadResponder,
  overloaded,
  overloadedAnswer,
  type PrefixAnswer,
  redirectAnswer,
} from '../http/overload/overload-responses.ts'
import { BODY_TIMEOUT_MS } from '../http/overload/server-limits.ts'
import { createThrottledWarning } from '../http/overload/throttled-warning.ts'
import { UnreadResponses } from '../http/overload/unread-responses.ts'
import {
  type ClientNetworks,
  createClientNetworks,
  isLoopback,
  trustedProxies,
} from '../http/rate-limit/client-network.ts'
import { detectLoneNetwork } from '../http/rate-limit/detect-lone-network.ts'
import type { NetworkBudget } from '../http/rate-limit/network-budget.ts'
import { JSON_API } from '../http/request/negotiation.ts'
import { isOperational } from '../http/request/request-target.ts'
import type { FramedBy } from '../http/response/security-headers.ts'
import type { ClosedFor } from '../metrics/metrics.ts'
import { MEGABYTE } from '../units.ts'
import { pathOfFailure } from '../web-checkout/continue-failure.ts'
import { overloadedPages } from '../web-checkout/pages/pages.routes.ts'
import type { AppDependencies } from './dependencies.ts'
import { createReadablePathCheck } from './page-origins.ts'
import { createRefusalText } from './ucp.ts'

const SECOND = 1_000

/** Applies the limits to the application's server. Logs and metrics count each refused request and each closed connection. */
export function limitLoad(
  app: App,
  { config, metrics, isDraining }: Pick<AppDependencies, 'config' | 'metrics' | 'isDraining'>,
  { framedBy, networkBudget }: { framedBy: FramedBy; networkBudget: NetworkBudget },
): void {
  const closed = closedConnections(app, metrics.countClosed)
  const networks = createClientNetworks(trustedProxies(config.TRUST_PROXY))
  const unread = new UnreadResponses({
    maxBytes: config.MAX_UNREAD_RESPONSE_MB * MEGABYTE,
    timeoutMs: config.RESPONSE_TIMEOUT_SECONDS * SECOND,
    networkOf: networks.ofRequest,
    onCut: closed,
  })
  const admission = new Admission(config.MAX_REQUESTS_UNDER_WAY)
  const warn = createThrottledWarning(app.log, 'overloaded: requests were refused')
  shedLoad(app.server, {
    admission,
    networkOf: config.production && config.TRUST_PROXY === 0 ? watched(app, networks) : networks.ofRequest,
    unread,
    onClosed: () => closed('pipelining'),
    refusalOf: createOverloadResponder(answers(config, framedBy), isAllowedOrigin(config)),
    onRefusal: (cause, request, network) => {
      warn({ cause })
      networkBudget.countRefused(request, network)
      metrics.countOverloaded(cause)
    },
    isDraining,
  })
  app.addHook('preValidation', ({ raw }, _reply, done) => serveRead(raw, done))
  limitBodyTime(app.server, BODY_TIMEOUT_MS)
  const countConnections = limitConnections(app.server, {
    max: config.MAX_CONNECTIONS,
    maxOf: maxConnectionsOf(config),
    siteFactor: config.IPV6_SITE_FACTOR,
    clientNetworkOf: networks.ofPeer,
    onClosed: closed,
  })
  metrics.watchClients(() => ({
    connections: countConnections(),
    unreadBytes: unread.bytes,
    busiestShare: admission.busiestShare(),
  }))
}

/** Warns of a proxy that TRUST_PROXY does not name: its clients would share one turn, and the limits of one network. */
function watched(app: App, { ofRequest }: ClientNetworks): ClientNetworks['ofRequest'] {
  const note = detectLoneNetwork(network =>
    app.log.warn(
      { network },
      'the first 100 requests came from one private address: if it is a proxy, set TRUST_PROXY',
    ),
  )
  return request => {
    const network = ofRequest(request)
    if (!isOperational(request.url ?? '')) note(network)
    return network
  }
}

/** Responses to refused requests, by path: JSON:API, a redirect, a page, or a protocol error of agents. */
function answers(config: Config, framedBy: FramedBy): PrefixAnswer[] {
  const textOf = createRefusalText(config)
  const ofAgents = [UCP_MCP, UCP].map(prefix => ({
    prefix,
    answer: overloadedAnswer('application/json', textOf(overloaded(), prefix)),
  }))
  return [
    ...(config.UCP_ENABLED ? ofAgents : []),
    { prefix: `${STOREFRONT}/cart`, answer: overloadedAnswer(JSON_API) },
    { prefix: `${STOREFRONT}/cart-items`, answer: overloadedAnswer(JSON_API) },
    { prefix: HANDOFF, answer: redirectAnswer(config.DEFAULT_RETURN_PATH) },
    ...(config.UCP_ENABLED ? [laterAnswer(config.DEFAULT_RETURN_PATH)] : []),
    ...overloadedPages(framedBy),
  ]
}

/** The link of an agent's cart: to be opened again later. */
function laterAnswer(defaultReturnPath: string): PrefixAnswer {
  return { prefix: CONTINUE, answer: redirectAnswer(pathOfFailure(defaultReturnPath, 'unavailable')) }
}

function isAllowedOrigin(config: Config): (path: string, origin: string) => boolean {
  const isReadable = createReadablePathCheck(config)
  return (path, origin) => isReadable(path) && config.CORS_ORIGINS.includes(origin)
}

/** Connections of a trusted proxy are those of all its clients, and loopback may be a proxy that TRUST_PROXY does not name. */
function maxConnectionsOf({ TRUST_PROXY, MAX_CONNECTIONS_PER_NETWORK: max }: Config): (network: string) => number {
  const isBounded = TRUST_PROXY === 0 && max > 0
  return network => (isBounded && !isLoopback(network) ? max : Number.POSITIVE_INFINITY)
}

const messages: Record<ClosedFor, string> = {
  idle: 'close to MAX_CONNECTIONS: the longest idle connections were closed',
  full: 'MAX_CONNECTIONS are busy: new connections were closed',
  network: 'MAX_CONNECTIONS_PER_NETWORK reached: connections of a network were closed; behind a proxy, set TRUST_PROXY',
  pipelining: 'clients sent hundreds of requests ahead of their responses: their connections were cut',
  response_timeout: 'responses were not read within RESPONSE_TIMEOUT_SECONDS: their connections were cut',
  response_memory: 'MAX_UNREAD_RESPONSE_MB reached: connections that had not read their responses were cut',
}

/** Counts closed connections in the metrics, and logs one line per reason each ten seconds, with the first network. */
function closedConnections(app: App, count: (reason: ClosedFor) => void) {
  const warnings = Object.fromEntries(
    Object.entries(messages).map(([reason, message]) => [reason, createThrottledWarning(app.log, message)]),
  )
  return (reason: ClosedFor, network?: string): void => {
    warnings[reason]?.(network === undefined ? {} : { network })
    count(reason)
  }
}
