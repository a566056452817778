/** The process: configuration → database → application → listen → drain. */

import { buildApp } from './app.ts'
import { accessTokenVerifier, type TokenSettings } from './auth/access-token.jwt.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { requireSchema } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import type { App } from './http/app.ts'
import { rateLimits } from './http/rate-limit.ts'
import { loadSecrets } from './secrets.ts'

/** How long requests under way may take to finish after a signal to stop. */
const DRAIN_TIMEOUT_MS = 10_000

export interface Service {
  app: App
  database: Database
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  address: string
  /** Answers what is under way, takes nothing new, and closes everything. */
  stop(): Promise<void>
}

/** What access tokens are checked, and minted, with. */
export function tokenSettings(config: Config): TokenSettings {
  return {
    secret: loadSecrets(config).accessToken,
    jwksUrl: config.ACCESS_TOKEN_JWKS_URL,
    issuer: config.ACCESS_TOKEN_ISSUER,
    audience: config.ACCESS_TOKEN_AUDIENCE,
  }
}

/**
 * Starts the service.
 * @param prepare runs between opening the database and listening, such as to load the sample shop
 */
export async function start(
  config: Config,
  options: { migrate: boolean; prepare?: (database: Database) => Promise<void> },
): Promise<Service> {
  const database = openDatabase(config)
  try {
    await requireSchema(database, options.migrate)
    await options.prepare?.(database)
    const verify = await accessTokenVerifier(tokenSettings(config))
    const limits = rateLimits(config.REDIS_URL, error => app.log.warn({ code: error.name }, 'Redis is away'))
    const app: App = await buildApp({ config, database, verify, limits, now: Date.now })
    const address = await app.listen({ host: config.HOST, port: config.PORT })
    const stop = async () => {
      await app.close()
      await Promise.all([limits.close(), database.close()])
    }
    return { app, database, address, stop }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Stops on SIGTERM and SIGINT; a second signal, or a drain that takes too long, ends the process at once. */
export function stopOnSignals({ app, stop }: Service): void {
  let stopping = false
  const onSignal = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    app.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), DRAIN_TIMEOUT_MS).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
