/** The service process: configuration → database → application → listen → drain. */

import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from './app/build-app.ts'
import type { AppDependencies } from './app/dependencies.ts'
import { logIssuerState } from './app/log-issuer-state.ts'
import { startWebhooks } from './app/webhooks.ts'
import { createAccessTokenVerifier, mintAccessToken } from './auth/access-token.jwt.ts'
import { createSepetTokens, type SepetTokens } from './auth/sepet-token.jwt.ts'
import { type Config, warningsOf } from './config/config.ts'
import { loadOfficeKey } from './config/office-key.ts'
import { loadSecrets, tokenSettings } from './config/secrets.ts'
import type { Database } from './db/database.ts'
import { requireSchema } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { markServer } from './db/server-mark.ts'
import { describeTransferMark, findTransferMark } from './db/transfer-mark.ts'
import type { App } from './http/fastify-types.ts'
import { createRateLimits, type RedisSettings } from './http/rate-limit/rate-limit.ts'
import { toLogEntry } from './http/response/error-handler.ts'
import { pruneRegularly } from './jobs/prune.ts'
import { describeClockStep } from './jobs/prune-clock.store.ts'
import { tellEndedRegularly } from './jobs/tell-ended.ts'
import { createMetrics } from './metrics/metrics.ts'
import { isPlaygroundEnabled } from './playground/is-enabled.ts'
import type { MintToken } from './playground/playground.routes.ts'
import { startTracing } from './tracing/tracing.ts'
import { createHandoffTokens } from './web-checkout/handoff/handoff-token.jwt.ts'

/** Connections that the kernel queues until they are accepted; beyond it, clients retry after one second. */
const BACKLOG = 4_096
/** Time for requests in progress to finish after the server stopped accepting connections. */
const DRAIN_GRACE_MS = 5_000
/** Time for closing everything else after that, such as database connections. */
const CLOSE_GRACE_MS = 1_500

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Where the signals come from that stop a service: `process`, or what decides which of them count. */
export interface SignalSource {
  on(signal: (typeof SIGNALS)[number], listener: (signal: NodeJS.Signals) => void): unknown
}

/** A running service. */
export interface Service {
  app: App
  database: Database
  /** Address that it listens on, such as `http://127.0.0.1:8080`. */
  address: string
  /** Starts draining: requests are served, readiness fails, and each connection closes after its next response. */
  drain(): void
  /** Stops accepting connections, finishes requests in progress, and closes everything. */
  stop(): Promise<void>
}

const SECONDS_PER_DAY = 86_400
/** Lifetime of the playground's tokens. */
const PLAYGROUND_TOKEN_TTL_SECONDS = SECONDS_PER_DAY

function createTokenMinter(config: Config, now: () => number): MintToken {
  const settings = tokenSettings(config)
  return (sub, scope) => {
    const issuedAt = Math.floor(now() / 1000)
    const claims = { sub, scope, jti: randomUUID() }
    return mintAccessToken(settings, claims, { issuedAt, ttlSeconds: PLAYGROUND_TOKEN_TTL_SECONDS })
  }
}

/** Creates the tokens that Sepet issues itself; undefined in production without SEPET_TOKEN_SECRET. */
function createOwnTokens(config: Config): SepetTokens | undefined {
  const { sepetToken: secrets } = loadSecrets(config)
  if (secrets.length === 0) return undefined
  const { GUEST_TOKEN_TTL_SECONDS: guestTtlSeconds, GUEST_CART_TTL_DAYS: days } = config
  const renewableSeconds = days === 0 ? Number.POSITIVE_INFINITY : days * SECONDS_PER_DAY
  return createSepetTokens({ secrets, guestTtlSeconds, renewableSeconds })
}

/** Options of a start. */
export interface StartOptions {
  /** Whether an outdated PostgreSQL schema is migrated; the embedded database always is. */
  migrate: boolean
  /** Runs before the database serves requests, such as to load the sample shop. */
  prepare?: (database: Database) => Promise<void>
  /** Destination of logs; standard output by default. */
  logStream?: Writable
  /** Milliseconds since the epoch; the machine's clock by default. */
  now?: () => number
}

/**
 * Starts the service.
 * @returns once it listens
 * @throws Error when the database is unavailable, the schema is outdated or the address is in use
 */
export async function start(config: Config, options: StartOptions): Promise<Service> {
  const { now = Date.now } = options
  // Before the database is filled: a file that cannot be used starts nothing.
  const officeKey = loadOfficeKey(config)
  await prepareDatabase(config, options)
  const tracing = await startTracing(config)
  const database = openDatabase(config, { failFast: true, onStatement: tracing?.observeStatement })
  const closing = [() => database.close(), async () => tracing?.shutdown()]
  let isDraining = false
  try {
    const onTransferred = () => {
      app.log.error('the database was transferred while this server ran: stop it')
      drain()
    }
    closing.unshift((await markServer(database, { id: randomUUID(), onTransferred })).end)
    const stopping = new AbortController()
    closing.push(async () => stopping.abort())
    const ending = new AbortController()
    const sepetTokens = createOwnTokens(config)
    const { verify, fetchKeys } = createAccessTokenVerifier(tokenSettings(config), {
      sepetTokens,
      onStateChange: error => logIssuerState(app, config.ACCESS_TOKEN_JWKS_URL ?? '', error),
      signal: stopping.signal,
    })
    const tokens = createHandoffTokens(loadSecrets(config).handoff)
    const metrics = createMetrics()
    if (database.connections) metrics.watchConnections(database.connections)
    const limits = createRateLimits(redisOf(config), config.IPV6_SITE_FACTOR, metrics.countLimited)
    closing.unshift(() => limits.close())
    const dependencies: AppDependencies = {
      config,
      database,
      verify,
      sepetTokens,
      tokens,
      limits,
      metrics,
      tracing,
      mintToken: isPlaygroundEnabled(config) ? createTokenMinter(config, now) : undefined,
      officeKey,
      isDraining: () => isDraining,
      ending: ending.signal,
      ...(options.logStream && { logStream: options.logStream }),
      now,
    }
    const app = await buildApp(dependencies)
    closing.unshift(() => app.close())
    closing.unshift(
      pruneRegularly(database, {
        guestCartTtlDays: config.GUEST_CART_TTL_DAYS,
        eventRetentionDays: config.EVENT_RETENTION_DAYS,
        historyRetentionDays: config.HISTORY_RETENTION_DAYS,
        now,
        onError: error => app.log.warn({ err: toLogEntry(error) }, 'pruning failed'),
        onClockAhead: step => app.log.warn(step, describeClockStep(step)),
        onLost: lost => app.log.warn(lost, 'webhook events lost'),
      }),
      tellEndedRegularly(database, {
        now,
        onError: error => app.log.warn({ err: toLogEntry(error) }, 'telling of ended holds failed'),
      }),
    )
    for (const warning of warningsOf(config)) app.log.warn(warning)
    const transferred = await findTransferMark(database)
    if (transferred) app.log.warn(describeTransferMark(transferred))
    reportStates(app, { config, limits, metrics, tracing })
    // Schemas are compiled first: this blocks the process, and a fetch has 1.5 s.
    await app.ready()
    fetchKeys(now())
    // Listens on one address: for a name with several, such as localhost, Fastify would add servers without the limits on load.
    const { address: host } = await lookup(config.HOST)
    const address = await app.listen({ host, port: config.PORT, backlog: BACKLOG })
    const deliveries = startWebhooks(app, dependencies)
    const drain = () => {
      isDraining = true
      // Another instance takes over while this one serves its last requests.
      void deliveries.stop()
    }
    closing.unshift(async () => ending.abort(), deliveries.stop)
    return { app, database, address, drain, stop: () => closeAll(closing) }
  } catch (error) {
    await closeAll(closing)
    throw error
  }
}

/** Returns the settings of Redis; undefined without Redis. */
function redisOf({ REDIS_URL: url, REDIS_TIMEOUT_MS: timeoutMs }: Config): RedisSettings | undefined {
  return url === undefined ? undefined : { url, timeoutMs }
}

/** Logs when Redis or the trace collector becomes unavailable or available, and keeps the gauge of Redis. */
function reportStates(
  app: App,
  { config, limits, metrics, tracing }: Pick<AppDependencies, 'config' | 'limits' | 'metrics' | 'tracing'>,
): void {
  if (config.REDIS_URL) metrics.setRedisUp(false)
  let wasUnavailable = false
  limits.onStateChange(code => {
    metrics.setRedisUp(code === undefined)
    if (code) app.log.warn({ code }, 'Redis is unavailable: each instance counts separately')
    else if (wasUnavailable) app.log.warn('Redis is available again')
    wasUnavailable = code !== undefined
  })
  tracing?.onStateChange(code =>
    app.log.warn({ code }, code ? 'traces are lost: the collector does not accept them' : 'traces are accepted again'),
  )
}

/** Migrates and prepares the database on connections without deadlines. */
export async function prepareDatabase(config: Config, { migrate, prepare }: StartOptions): Promise<void> {
  const database = openDatabase(config)
  try {
    await requireSchema(database, { mayMigrate: migrate })
    await prepare?.(database)
  } finally {
    await database.close()
  }
}

/** Closes in the order given, one after another. */
async function closeAll(closing: (() => Promise<void>)[]): Promise<void> {
  for (const close of closing) await close()
}

/**
 * Stops the service on SIGTERM, after a delay in which load balancers see readiness fail, and on SIGINT, at once. Connections that are
 * still busy 5 s later are closed. A second signal exits with status 1.
 */
export function stopOnSignals({ app, drain, stop }: Service, delaySeconds: number, signals: SignalSource): void {
  let stopping = false
  const onSignal = async (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    app.log.info({ signal }, 'stopping')
    drain()
    if (signal === 'SIGTERM') await sleep(delaySeconds * 1_000)
    setTimeout(() => app.server.closeAllConnections(), DRAIN_GRACE_MS).unref()
    setTimeout(() => process.exit(1), DRAIN_GRACE_MS + CLOSE_GRACE_MS).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  if (cluster.isPrimary) for (const signal of SIGNALS) signals.on(signal, onSignal)
  else onMessage(onSignal)
}

/** A worker stops on a message of its primary: a terminal and systemd send signals to both. */
function onMessage(onSignal: (signal: NodeJS.Signals) => void): void {
  for (const signal of SIGNALS) process.on(signal, () => {})
  process.on('message', (message: { stop?: NodeJS.Signals }) => {
    if (message.stop) onSignal(message.stop)
  })
}
