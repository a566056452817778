/** Starts a real service for HTTP tests: the application on its own database and port. */

import { randomBytes } from 'node:crypto'
import { STOREFRONT } from '../../../src/api-paths.ts'
import { mintToken, type TokenKind, type TokenOptions } from '../../../src/cli/token.ts'
import { type Config, readConfig } from '../../../src/config/config.ts'
import type { Database, Engine } from '../../../src/db/database.ts'
import { detailOf } from '../../../src/errors.ts'
import type { ImportOptions } from '../../../src/import/staging/stage-files.ts'
import { start } from '../../../src/service.ts'
import { createDatabase, databaseAt, type TestDatabase } from '../database/engines.ts'
import { importShop } from '../import/import-shop.ts'
import { shopFile } from '../import/shop-file.ts'
import { createLog, recordSecret } from '../runner/logs.ts'

/** The response to a request. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The parsed body, as `unknown`; tests read it through the helpers of `cart.ts`. */
  json: unknown
}

/** The token, body and headers of a request. */
export interface Call {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** A running service, and how tests use it. */
export interface TestService {
  url: string
  config: Config
  database: Database
  /** The lines of its log. */
  log: string[]
  /** Calls a storefront path such as `/cart`, or any other full path such as `/health/live`. */
  call: (method: string, path: string, call?: Call) => Promise<Answer>
  token: (kind: TokenKind, options?: Partial<TokenOptions>) => Promise<string>
  importShop: (file: object, options?: Pick<ImportOptions, 'allowCurrencyChange'>) => Promise<void>
  /** Starts another instance on the same database, which may have a clock of its own. */
  startPeer: (env?: NodeJS.ProcessEnv, now?: () => number) => Promise<TestService>
  stop: () => Promise<void>
}

/** Requests that run at once where a test sets no other number. */
export const UNLIMITED = 1000

/** What a test needs of a service in this process or in another one. */
export type Callable = Pick<TestService, 'call' | 'token'>

/**
 * Starts a service with the shop of `shop-file.ts`. Rate limits are off, and up to 1000 requests run at once, of which `call` repeats
 * those that a busy machine has let wait for too long, unless `env` sets others.
 * @param now its clock
 */
export async function startService(
  engine: Engine,
  env: NodeJS.ProcessEnv = {},
  now?: () => number,
): Promise<TestService> {
  return startWithShop(await createDatabase(engine, { content: 'shop' }), env, now)
}

/** Starts a service on a PostgreSQL database that the caller creates and drops. */
export async function startServiceAt(url: string, env: NodeJS.ProcessEnv = {}): Promise<TestService> {
  return startWithShop(databaseAt(url), env)
}

/**
 * Starts a service on a database that a test has filled, with the variables of `startService` and a clock of its own. The database is migrated.
 * @returns the service, whose `stop` drops the database
 */
export async function startServiceOn(
  testDatabase: TestDatabase,
  env: NodeJS.ProcessEnv,
  now?: () => number,
): Promise<TestService> {
  return dropping(testDatabase, await startOn(testDatabase, { ...unlimited(), ...env }, now))
}

async function startWithShop(
  testDatabase: TestDatabase,
  env: NodeJS.ProcessEnv,
  now?: () => number,
): Promise<TestService> {
  const service = await startServiceOn(testDatabase, env, now)
  if (!testDatabase.isCopy) await service.importShop(shopFile())
  return service
}

/** The variables of a service without limits, with secrets of its own. */
function unlimited(): NodeJS.ProcessEnv {
  return {
    LOG_LEVEL: 'trace',
    PORT: '0',
    CART_RATE_LIMIT: '0',
    ISSUE_RATE_LIMIT: '0',
    GUEST_ISSUE_IP_RATE_LIMIT: '0',
    HANDOFF_RATE_LIMIT: '0',
    CART_LINK_RATE_LIMIT: '0',
    SESSION_RATE_LIMIT: '0',
    GUEST_TOKEN_IP_RATE_LIMIT: '0',
    COUPON_IP_RATE_LIMIT: '0',
    UCP_COUPON_RATE_LIMIT: '0',
    NETWORK_RATE_LIMIT: '0',
    HOLD_RATE_LIMIT: '0',
    MAX_REQUESTS_UNDER_WAY: String(UNLIMITED),
    PUBLIC_URL: 'http://shop.test',
    ACCESS_TOKEN_SECRET: randomBytes(32).toString('hex'),
    HANDOFF_SECRET: randomBytes(32).toString('hex'),
    SEPET_TOKEN_SECRET: randomBytes(32).toString('hex'),
  }
}

function dropping(testDatabase: TestDatabase, service: TestService): TestService {
  return {
    ...service,
    stop: async () => {
      await service.stop()
      await testDatabase.drop()
    },
  }
}

/** Starts the application with a log that the tests can read. */
async function startOn(
  testDatabase: TestDatabase,
  env: NodeJS.ProcessEnv,
  now: () => number = Date.now,
): Promise<TestService> {
  const config = readConfig({ ...testDatabase.env, ...env })
  const log = createLog()
  const { database, address, stop } = await start(config, { migrate: true, logStream: log.stream, now })
  return {
    url: address,
    config,
    database,
    log: log.lines,
    call: callOf(address, config),
    token: async (kind, options) => {
      const token = await mintToken(config, kind, { ttlSeconds: 600, ...options })
      recordSecret(token)
      return token
    },
    importShop: (file, options) => importShop(config, file, options),
    startPeer: (more = {}, clock) => startOn(testDatabase, { ...env, ...more }, clock),
    stop,
  }
}

/**
 * @returns a function that calls a service; without a limit it repeats what was refused because it had waited for five seconds, which a busy
 * machine needs for a burst: nothing was done
 */
export function callOf(address: string, { MAX_REQUESTS_UNDER_WAY }: Config): TestService['call'] {
  const call = callAt(address)
  if (MAX_REQUESTS_UNDER_WAY !== UNLIMITED) return call
  return async (...request) => {
    for (;;) {
      const answer = await call(...request)
      if (answer.status !== 503 || !answer.text.includes(detailOf('overloaded'))) return answer
    }
  }
}

/** @returns a function that calls a service at another address, such as that of a balancer */
export function callAt(address: string): TestService['call'] {
  return (method, path, call) =>
    request(`${address}${/^\/(cart|coupons|checkout-|guest-)/.test(path) ? STOREFRONT : ''}${path}`, method, call)
}

async function request(url: string, method: string, { token, body, headers }: Call = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      Accept: 'application/vnd.api+json',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  keepSecrets(response.headers, text)
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

/** Records session cookies and handoff tokens of a response, which no log may contain. */
function keepSecrets(headers: Headers, text: string): void {
  const [, session] = /sepet_session=([^;]+)/.exec(headers.get('set-cookie') ?? '') ?? []
  const [, handoff] = /handoff\?t=([\w.-]+)/.exec(text) ?? []
  for (const secret of [session, handoff]) if (secret) recordSecret(secret)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
