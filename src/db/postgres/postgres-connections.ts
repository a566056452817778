/** Connection pool of one PostgreSQL host: bounds the wait for a connection, and closes all connections on a fail-over. */

import { Socket } from 'node:net'
import pg from 'pg'
import type { Connections } from '../database.ts'
import { DatabaseBusy } from '../unavailable.ts'
import { type ClientOptions, PreparingClient } from './postgres-client.ts'
import { requireWrites } from './postgres-probe.ts'
import type { PostgresHost } from './postgres-url.ts'
import { startDeadlines } from './statement-deadline.ts'

const POOL_SIZE = 10
/** Maximum number of requests that wait for a connection of a busy server. */
const MAX_WAITING = 1_000
/** Maximum wait for a connection. */
const MAX_WAIT_MS = 5_000
/** Time for an orderly close of the connections; after it, their sockets are destroyed. */
const END_GRACE_MS = 1_000
const INT8 = 20

/** Parses `bigint` as a number: ids, revisions and times do not exceed 2^53 − 1. `pg` returns text by default. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

interface Waiter {
  reject: (reason: Error) => void
  /** Stops its deadline. */
  answered: () => void
}

/** The pool of one host, which can be closed at once while statements run. */
export class HostConnections {
  readonly host: PostgresHost
  readonly #pool: pg.Pool
  readonly #failFast: boolean
  readonly #onSlow: () => void
  readonly #sockets = new Set<Socket>()
  readonly #waiting = new Set<Waiter>()
  readonly #clients = new WeakMap<pg.PoolClient, PreparingClient>()
  #answeredAt = 0

  /**
   * @param options `failFast`: whether statements have a deadline; `onSlow`: called on every sign that the host is unavailable
   */
  constructor(host: PostgresHost, { failFast, onSlow }: Omit<ClientOptions, 'onAnswer'>) {
    this.host = host
    this.#failFast = failFast
    this.#onSlow = onSlow
    this.#pool = new pg.Pool({
      connectionString: host.url,
      max: POOL_SIZE,
      types,
      keepAlive: true,
      connectionTimeoutMillis: 0,
      Client: BoundedClient,
      stream: () => this.#openSocket(),
      verify: (client, done) => requireWrites(client, host).then(() => done(), done),
    } as pg.PoolConfig)
    // A connection may be lost at any time, idle or in use: its query fails, and the pool replaces it.
    // Without a listener, each of the two events would end the process.
    this.#pool.on('error', onSlow)
    this.#pool.on('connect', client => client.on('error', () => {}))
  }

  /**
   * Takes an idle connection, opens one, or waits for one. The caller returns it by `release`.
   * @throws DatabaseBusy when 1,000 requests wait already, or after a wait of 5 s
   * @throws DatabaseUnavailable when the pool leaves the host during the wait
   */
  acquire(): Promise<PreparingClient> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= MAX_WAITING) throw new DatabaseBusy('too many requests wait for a connection')
      const waiter = { reject, answered: () => stopDeadlines() }
      const stopDeadlines = startDeadlines(MAX_WAIT_MS, {
        onSlow: this.#onSlow,
        onTimeout: () => this.#reject(waiter, new DatabaseBusy('no connection became free')),
      })
      this.#waiting.add(waiter)
      this.#pool.connect((error, client) => {
        waiter.answered()
        const refused = !this.#waiting.delete(waiter)
        if (error) reject(error)
        else if (refused) client?.release()
        else resolve(this.#prepare(client as pg.PoolClient))
      })
    })
  }

  /** Whether the server has answered a statement since `time`, a value of `performance.now()`. */
  hasAnsweredSince(time: number): boolean {
    return this.#answeredAt > time
  }

  /** Counts busy and idle connections, and requests that wait for one. */
  count(): Connections {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.#pool
    return { busy: totalCount - idle, idle, waiting }
  }

  /** Rejects every waiting request and destroys every connection, so that running statements fail at once. */
  closeNow(reason: Error): void {
    for (const waiter of this.#waiting) this.#reject(waiter, reason)
    this.#pool.end().catch(() => {})
    this.#cut()
  }

  /** Closes the connections when their statements have ended, or after one second. */
  async end(): Promise<void> {
    const grace = setTimeout(() => this.#cut(), END_GRACE_MS)
    await this.#pool.end()
    clearTimeout(grace)
  }

  /** One object per connection, because Kysely identifies a connection by its object. */
  #prepare(client: pg.PoolClient): PreparingClient {
    const known = this.#clients.get(client)
    if (known) return known
    const options = {
      failFast: this.#failFast,
      onSlow: this.#onSlow,
      onAnswer: () => (this.#answeredAt = performance.now()),
    }
    const prepared = new PreparingClient(client, options)
    this.#clients.set(client, prepared)
    return prepared
  }

  #reject(waiter: Waiter, reason: Error): void {
    waiter.answered()
    this.#waiting.delete(waiter)
    waiter.reject(reason)
  }

  #openSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.once('close', () => this.#sockets.delete(socket))
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Bounds the time for opening a connection to 5 s; the wait for a free connection has a deadline of its own. */
class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: MAX_WAIT_MS })
  }
}
