/** The connections to one host: pooled, waited for within bounds, and all given up at once when the host is left. */

import { Socket } from 'node:net'
import pg from 'pg'
import type { Connections } from '../database.ts'
import { DatabaseBusy } from '../unavailable.ts'
import { PreparingClient } from './postgres-client.ts'
import { requireWrites } from './postgres-probe.ts'
import type { PostgresHost } from './postgres-url.ts'
import { startDeadlines } from './statement-deadline.ts'

const POOL_SIZE = 10
/** Requests that wait for a connection of a busy server: so many, so long. */
const MAX_WAITING = 1_000
const MAX_WAIT_MS = 5_000
/** How long idle connections may take to say goodbye. */
const END_GRACE_MS = 1_000
const INT8 = 20

/** Ids, revisions and times all fit 2^53 − 1; `pg` would give them as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

interface Waiter {
  reject: (reason: Error) => void
  /** Ends its time-out. */
  answered: () => void
}

/** A pool that can be left at once, whatever it is doing. */
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
   * @param impatient whether statements that take too long are ended
   * @param doubt called on every sign that the host is away
   */
  constructor(host: PostgresHost, failFast: boolean, doubt: () => void) {
    this.host = host
    this.#failFast = failFast
    this.#onSlow = doubt
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
    // A connection may be cut at any time, idle or in use: its query fails, the pool drops it and opens another.
    // Without a listener each of the two events would end the process.
    this.#pool.on('error', doubt)
    this.#pool.on('connect', client => client.on('error', () => {}))
  }

  /**
   * Takes a connection, opening one or waiting for one where none is idle. Give it back by `release`.
   * @throws DatabaseBusy when too many wait, or one waits for 5 s
   * @throws DatabaseUnavailable when the host is left meanwhile
   */
  acquire(): Promise<PreparingClient> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= MAX_WAITING) throw new DatabaseBusy('too many requests wait for a connection')
      const waiter = { reject, answered: () => stopDeadlines() }
      const stopDeadlines = startDeadlines(MAX_WAIT_MS, {
        onSlow: this.#onSlow,
        onTimeout: () => this.#refuse(waiter, new DatabaseBusy('no connection became free')),
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

  /** Whether a statement has been answered since a time of `performance.now()`. */
  hasAnsweredSince(time: number): boolean {
    return this.#answeredAt > time
  }

  /** How many connections do what. */
  count(): Connections {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.#pool
    return { busy: totalCount - idle, idle, waiting }
  }

  /** Refuses everything that waits, cuts every connection and fails what runs on it. */
  leave(reason: Error): void {
    for (const waiter of this.#waiting) this.#refuse(waiter, reason)
    this.#pool.end().catch(() => {})
    this.#cut()
  }

  /** Closes the connections once they are free. */
  async end(): Promise<void> {
    const grace = setTimeout(() => this.#cut(), END_GRACE_MS)
    await this.#pool.end()
    clearTimeout(grace)
  }

  /** Kysely knows a connection by the object it was given. */
  #prepare(client: pg.PoolClient): PreparingClient {
    const known = this.#clients.get(client)
    if (known) return known
    const events = { onSlow: this.#onSlow, onAnswer: () => (this.#answeredAt = performance.now()) }
    const prepared = new PreparingClient(client, this.#failFast, events)
    this.#clients.set(client, prepared)
    return prepared
  }

  #refuse(waiter: Waiter, reason: Error): void {
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

/** Bounds the opening of a connection, which a busy machine makes slow; waiting for a free one has a bound of its own. */
class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: MAX_WAIT_MS })
  }
}
