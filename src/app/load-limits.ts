/** Limits on load: open connections, requests in progress, and responses that clients have not read. */

import type { Socket } from 'node:net'
import { HANDOFF, STOREFRONT } from '../api-paths.ts'

import { overloadedPages } from '../checkout/pages/pages.routes.ts'
import type { App } from '../http/fastify-types.ts'
import { Admission } from '../http/overload/admission.ts'
import { limitBodyTime } from '../http/overload/body-deadline.ts'
import { limitConnections } from '../http/overload/connections.ts'
import { shedLoad } from '../http/overload/load-shedder.ts'
import {
  createOverloadResponder,
  overloadedAnswer,
  type PrefixAnswer,
  redirectAnswer,
} from '../http/overload/overload-responses.ts'
import { BODY_TIMEOUT_MS } from '../http/overload/server-limits.ts'
import { createThrottledWarning } from '../http/overload/throttled-warning.ts'
import { UnreadResponses } from '../http/overload/unread-responses.ts'
import { clientNetworkOf, isLoopback } from '../http/rate-limit/client-network.ts'
import { JSON_API } from '../http/request/negotiation.ts'
import type { FramedBy } from '../http/response/security-headers.ts'
import type { ClosedFor } from '../metrics/metrics.ts'
import { MEGABYTE } from '../units.ts'
import type { AppDependencies } from './dependencies.ts'

const SECOND = 1_000

/** Applies the limits to the application's server. Logs and metrics count each refused request and each closed connection. */
export function limitLoad(app: App, { config, metrics, isDraining }: AppDependencies, framedBy: FramedBy): void {
  const closed = closedConnections(app, metrics.countClosed)
  const unread = new UnreadResponses({
    maxBytes: config.MAX_UNREAD_RESPONSE_MB * MEGABYTE,
    timeoutMs: config.RESPONSE_TIMEOUT_SECONDS * SECOND,
    onCut: closed,
  })
  const warn = createThrottledWarning(app.log, 'overloaded: requests were refused')
  shedLoad(app.server, {
    admission: new Admission(config.MAX_REQUESTS_UNDER_WAY),
    unread,
    onClosed: () => closed('pipelining'),
    refusalOf: createOverloadResponder(
      answers(config.DEFAULT_RETURN_PATH, framedBy),
      isAllowedOrigin(config.CORS_ORIGINS),
    ),
    onRefusal: () => {
      warn()
      metrics.countOverloaded()
    },
    isDraining,
  })
  limitBodyTime(app.server, BODY_TIMEOUT_MS)
  const countConnections = limitConnections(app.server, {
    max: config.MAX_CONNECTIONS,
    // A trusted proxy's connections are those of all its clients.
    maxPerNetwork: config.TRUST_PROXY === 0 ? config.MAX_CONNECTIONS_PER_NETWORK : 0,
    clientNetworkOf: networkOfPeer,
    onClosed: closed,
  })
  metrics.watchClients(() => ({ connections: countConnections(), unreadBytes: unread.bytes }))
}

/** Responses to refused requests, by path: JSON:API, a redirect, or a page. */
function answers(defaultReturnPath: string, framedBy: FramedBy): PrefixAnswer[] {
  return [
    { prefix: `${STOREFRONT}/cart`, answer: overloadedAnswer(JSON_API) },
    { prefix: `${STOREFRONT}/cart-items`, answer: overloadedAnswer(JSON_API) },
    { prefix: HANDOFF, answer: redirectAnswer(defaultReturnPath) },
    ...overloadedPages(framedBy),
  ]
}

function isAllowedOrigin(origins: string[]): (path: string, origin: string) => boolean {
  return (path, origin) => path.startsWith(`${STOREFRONT}/`) && origins.includes(origin)
}

/** Client network of a connection. Loopback connections are not counted: they may belong to a proxy that TRUST_PROXY does not name. */
function networkOfPeer({ remoteAddress = '' }: Socket): string | undefined {
  const network = clientNetworkOf(remoteAddress)
  return isLoopback(network) ? undefined : network
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
