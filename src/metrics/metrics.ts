/** Metrics for Prometheus: requests, database connections, handoffs, and refusals by limits. */

import cluster from 'node:cluster'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Connections } from '../db/database.ts'
import { failureCodes } from '../errors.ts'
import { type OverloadCause, overloadCauses } from '../http/overload/admission.ts'
import { buildVersion } from '../version.ts'
import { type ReadWebhooks, watchWebhooks } from './webhook-metrics.ts'
import { readByPrimary } from './worker-metrics.ts'

/** Bucket bounds in seconds: from the duration of a cart read to that of the drain. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** One answered request. Labels have few values: the route is its pattern, never the URL. */
export interface AnsweredRequest {
  method: string
  route: string
  status: number
  seconds: number
}

/** Labels of closed connections. */
const closedFor = ['idle', 'full', 'network', 'pipelining', 'response_timeout', 'response_memory'] as const

/** Limit for which the server closed a connection. */
export type ClosedFor = (typeof closedFor)[number]

/** Labels of checkouts. */
const checkoutOutcomes = ['held', 'completed', 'over_limit', 'over_stock', 'released', 'returned', 'conflict'] as const

/** What became of a checkout. */
export type CheckoutOutcome = (typeof checkoutOutcomes)[number]

/** Labels of fetched profiles of platforms. */
const fetchOutcomes = ['ok', 'failed', 'over_budget'] as const

/** What became of a profile that had to be fetched. */
export type FetchOutcome = (typeof fetchOutcomes)[number]

/** Resources that clients use. */
export interface Clients {
  connections: number
  unreadBytes: number
  /** From 0 to 1. */
  busiestShare: number
}

/** The metrics of one process. */
export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of one process or one test, with a registry of their own. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  setBuildInfo(registry)
  const { durations, issued, consumed, links, checkouts, limited, overloaded, failures, ...others } =
    createInstruments(registry)
  const { closed, deliveries, ucp, profiles } = others
  // Series begin at 0, so that the first failure is an increase.
  for (const code of failureCodes) failures.inc({ code }, 0)
  for (const cause of overloadCauses) overloaded.inc({ cause }, 0)
  for (const outcome of checkoutOutcomes) checkouts.inc({ outcome }, 0)
  for (const reason of closedFor) closed.inc({ reason }, 0)
  for (const outcome of fetchOutcomes) profiles.inc({ outcome }, 0)

  return {
    observeRequest({ method, route, status, seconds }: AnsweredRequest): void {
      durations.observe({ method, route, status }, seconds)
    },
    countIssued: (kind: 'member' | 'guest') => issued.inc({ kind }),
    countConsumed: (outcome: string) => consumed.inc({ outcome }),
    countCartLink: (kind: 'link' | 'buy', outcome: string) => links.inc({ kind, outcome }),
    countCheckout: (outcome: CheckoutOutcome) => checkouts.inc({ outcome }),
    countOverloaded: (cause: OverloadCause) => overloaded.inc({ cause }),
    countFailure: (code: string) => failures.inc({ code }),
    countLimited: (limit: string) => limited.inc({ limit }),
    countClosed: (reason: ClosedFor) => closed.inc({ reason }),
    countDelivery: (webhook: string, outcome: 'delivered' | 'rejected' | 'failed') =>
      deliveries.inc({ webhook, outcome }),
    countProfileFetch: (outcome: FetchOutcome) => profiles.inc({ outcome }),
    /** Begins the series of operations of agents at 0. */
    beginOperations: (operations: readonly string[]) => {
      for (const operation of operations) for (const outcome of ['ok', 'error']) ucp.inc({ operation, outcome }, 0)
    },
    countUcpRequest: (operation: string, outcome: string) => ucp.inc({ operation, outcome }),
    /** Registers the gauges of webhooks, read at each reading of the metrics. */
    watchWebhooks: (read: ReadWebhooks) => watchWebhooks(registry, read),
    /** Registers the gauges of clients, read at each reading of the metrics. */
    watchClients: (read: () => Clients) => watchClients(registry, read),
    /** Registers the gauges of a connection pool, read at each reading of the metrics. */
    watchConnections: (read: () => Connections) => watchConnections(registry, read),
    /** Sets whether rate limits are counted in Redis; the gauge does not exist without Redis. */
    setRedisUp: redisGauge(registry),
    contentType: registry.contentType,
    /** Returns all metrics as text; in a worker, the sums over all workers. */
    read: cluster.isWorker ? readByPrimary(registry) : () => registry.metrics(),
  }
}

function createInstruments(registry: Registry) {
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter<L>({ name, help, labelNames, registers })
  return {
    durations: new Histogram({
      name: 'sepet_http_request_duration_seconds',
      help: 'Time to answer a request, by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers,
    }),
    issued: counter('sepet_handoffs_issued_total', 'Handoffs issued, to members and guests.', ['kind']),
    consumed: counter(
      'sepet_handoffs_total',
      'Handoffs by outcome: consumed, or the reason of the rejection; already_used is a replay.',
      ['outcome'],
    ),
    links: counter(
      'sepet_cart_links_total',
      'Openings of links to carts, of those that the shop has made and of /buy/, by outcome: continued, repeated, gone, closed or unavailable.',
      ['kind', 'outcome'],
    ),
    checkouts: counter(
      'sepet_checkouts_total',
      'Checkouts by what became of them; over_limit and over_stock count completions beyond the limit of a promotion or the stock, too.',
      ['outcome'],
    ),
    limited: counter('sepet_rate_limited_total', 'Requests refused by a rate limit, by its name.', ['limit']),
    overloaded: counter(
      'sepet_overloaded_total',
      'Requests refused because of overload, by cause: of the network whose waiting requests cost most, the same with one request each, or 5 s in a queue.',
      ['cause'],
    ),
    failures: counter('sepet_failures_total', 'Requests answered 5xx by a route, by code.', ['code']),
    deliveries: counter(
      'sepet_webhook_deliveries_total',
      'Attempts to send an event to a webhook: delivered, rejected with a status, or failed without one.',
      ['webhook', 'outcome'],
    ),
    ucp: counter(
      'sepet_ucp_requests_total',
      'Answers to shopping agents, by operation: ok, error, or the code of the refusal.',
      ['operation', 'outcome'],
    ),
    profiles: counter(
      'sepet_ucp_profile_fetches_total',
      'Profiles of platforms that were not in memory: fetched, failed, or not fetched because the budget was spent.',
      ['outcome'],
    ),
    closed: counter('sepet_connections_closed_total', 'Connections closed to keep within a limit, by the limit.', [
      'reason',
    ]),
  }
}

function setBuildInfo(registry: Registry): void {
  const build = new Gauge({
    name: 'sepet_build_info',
    help: 'The version, with its commit between releases.',
    labelNames: ['version'],
    registers: [registry],
    aggregator: 'max',
  })
  build.set({ version: buildVersion() }, 1)
}

function watchClients(registry: Registry, read: () => Clients): void {
  new Gauge({
    name: 'sepet_connections',
    help: 'Connections of clients.',
    registers: [registry],
    collect() {
      this.set(read().connections)
    },
  })
  new Gauge({
    name: 'sepet_busiest_network_share',
    help: 'Share of the time of the server that its busiest client network took in the last 10 s, from 0 to 1.',
    registers: [registry],
    aggregator: 'max',
    collect() {
      this.set(read().busiestShare)
    },
  })
  new Gauge({
    name: 'sepet_unread_response_bytes',
    help: 'Memory for responses that clients have not read yet.',
    registers: [registry],
    collect() {
      this.set(read().unreadBytes)
    },
  })
}

function watchConnections(registry: Registry, read: () => Connections): void {
  new Gauge({
    name: 'sepet_database_connections',
    help: 'Connections to PostgreSQL, by what they do, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(read())) this.set({ state }, count)
    },
  })
}

function redisGauge(registry: Registry): (up: boolean) => void {
  let gauge: Gauge | undefined
  return up => {
    gauge ??= new Gauge({
      name: 'sepet_redis_up',
      help: 'Whether rate limits are counted in Redis, for all instances.',
      registers: [registry],
      aggregator: 'min',
    })
    gauge.set(up ? 1 : 0)
  }
}
