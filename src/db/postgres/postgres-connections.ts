/**
 * Connection pool of one PostgreSQL host: gives connections to the client networks in turn, bounds the wait for one, and closes all on a
 * fail-over.
 */

import { Socket } from 'node:net'
import pg from 'pg'
import { FairQueue } from '../../fairness/fair-queue.ts'
import { servedNetwork } from '../../fairness/served-request.ts'
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
  /** Client network that it waits for. */
  network: string
  resolve: (client: PreparingClient) => void
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
  readonly #onError: ClientOptions['onError']
  readonly #sockets = new Set<Socket>()
  readonly #waiting = new Set<Waiter>()
  /** Those who wait, in turn by the time for which their networks have held connections. */
  readonly #queue = new FairQueue<Waiter>()
  readonly #clients = new WeakMap<pg.PoolClient, PreparingClient>()
  #held = 0
  #answeredAt = 0

  /**
   * @param options `failFast`: whether statements have a deadline; `onSlow`: called on every sign that the host is unavailable; `onError`: called
   *   for every statement that fails
   */
  constructor(host: PostgresHost, { failFast, onSlow, onError }: Omit<ClientOptions, 'onAnswer'>) {
    this.host = host
    this.#failFast = failFast
    this.#onSlow = onSlow
    this.#onError = onError
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
   * @throws DatabaseBusy after a wait of 5 s, or when 1,000 requests wait and those of its network cost most
   * @throws DatabaseUnavailable when the pool leaves the host during the wait
   */
  acquire(): Promise<PreparingClient> {
    return new Promise((resolve, reject) => {
      const waiter = { network: servedNetwork(), resolve, reject, answered: () => stopDeadlines() }
      const stopDeadlines = startDeadlines(MAX_WAIT_MS, {
        onSlow: this.#onSlow,
        onTimeout: () => this.#reject(waiter, new DatabaseBusy('no connection became free')),
      })
      this.#waiting.add(waiter)
      this.#queue.push(waiter.network, waiter)
      this.#connectNext()
      const given = this.#queue.length > MAX_WAITING ? this.#queue.giveWay() : undefined
      if (given) this.#reject(given, new DatabaseBusy('too many requests wait for a connection'))
    })
  }

  #connectNext(): void {
    while (this.#held < POOL_SIZE) {
      const waiter = this.#queue.next()
      if (!waiter) return
      if (this.#waiting.has(waiter)) this.#connect(waiter)
    }
  }

  #connect(waiter: Waiter): void {
    const giveBack = this.#hold(waiter.network)
    this.#pool.connect((error, client) => {
      waiter.answered()
      const isWaiting = this.#waiting.delete(waiter)
      if (client && isWaiting) {
        waiter.resolve(this.#prepare(client, giveBack))
        return
      }
      client?.release()
      giveBack()
      if (error) waiter.reject(error)
    })
  }

  /** Charges a network for the time for which it holds a connection. @returns function that ends it */
  #hold(network: string): () => void {
    this.#held++
    const end = this.#queue.begin(network)
    const since = performance.now()
    return () => {
      this.#held--
      end(performance.now() - since)
      this.#connectNext()
    }
  }

  /** Whether the server has answered a statement since `time`, a value of `performance.now()`. */
  hasAnsweredSince(time: number): boolean {
    return this.#answeredAt > time
  }

  /** Counts busy and idle connections, and requests that wait for one. */
  count(): Connections {
    const { totalCount, idleCount: idle } = this.#pool
    return { busy: totalCount - idle, idle, waiting: this.#queue.length }
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
  #prepare(client: pg.PoolClient, onRelease: () => void): PreparingClient {
    const known = this.#clients.get(client)
    if (known) return known.heldUntil(onRelease)
    const options = {
      failFast: this.#failFast,
      onSlow: this.#onSlow,
      onAnswer: () => (this.#answeredAt = performance.now()),
      onError: this.#onError,
    }
    const prepared = new PreparingClient(client, options)
    this.#clients.set(client, prepared)
    return prepared.heldUntil(onRelease)
  }

  #reject(waiter: Waiter, reason: Error): void {
    waiter.answered()
    this.#waiting.delete(waiter)
    this.#queue.removeOldest(each => !this.#waiting.has(each))
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
