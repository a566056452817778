/** Connections to PostgreSQL: pooled, prepared, and taken from whichever of several hosts accepts writes. */

import type { Socket } from 'node:net'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { Connections } from './database.ts'
import type { PostgresHost } from './postgres-url.ts'
import { preparedName } from './prepared.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 800
const POOL_WAIT_MS = 5_000
/** A hot statement, or a begin or commit, that takes longer is on a connection that nobody answers any more. */
const HOT_STATEMENT_TIMEOUT_MS = 900
/** Any other statement of a request may wait for a lock. */
const STATEMENT_TIMEOUT_MS = 5_000
const TRANSACTION_CONTROL = /^(begin|commit|rollback)\b/
const INT8 = 20
const READ_ONLY_TRANSACTION = '25006'

/** Ids, revisions and times all fit 2^53 − 1; `pg` would give them as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

function openPool(host: PostgresHost): pg.Pool {
  const pool = new pg.Pool({
    connectionString: host.url,
    max: POOL_SIZE,
    types,
    keepAlive: true,
    connectionTimeoutMillis: POOL_WAIT_MS,
    Client: ImpatientClient,
    ...(host.readWrite && { verify: refuseReadOnly }),
  } as pg.PoolConfig)
  // A connection may be cut at any time, idle or in use: its query fails, the pool drops it and opens another.
  // Without a listener each of the two events would end the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/** Waits less for a server to answer than for a connection to become free. */
class ImpatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }
}

function refuseReadOnly(client: pg.ClientBase, done: (error?: Error) => void): void {
  client.query<{ transaction_read_only: string }>('show transaction_read_only').then(({ rows }) => {
    const standby = rows[0]?.transaction_read_only === 'on'
    done(standby ? new DatabaseUnavailable('the host is a standby') : undefined)
  }, done)
}

/** Sends hot statements by name, so that the server parses and plans them once per connection. */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #impatient: boolean
  #discard = false

  constructor(client: pg.PoolClient, impatient: boolean) {
    this.#client = client
    this.#impatient = impatient
  }

  query<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new Error('Rows are read in pages by key, not by cursor.')
    return this.#run<R>(statement, [...parameters])
  }

  async #run<R>(text: string, values: unknown[]): Promise<PostgresQueryResult<R>> {
    const name = preparedName(text)
    try {
      const isHot = name !== undefined || TRANSACTION_CONTROL.test(text)
      const limit = this.#impatient && { query_timeout: isHot ? HOT_STATEMENT_TIMEOUT_MS : STATEMENT_TIMEOUT_MS }
      const result = await this.#client.query({ text, values, ...(name !== undefined && { name }), ...limit })
      return result as unknown as PostgresQueryResult<R>
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string }
      this.#discard = code === READ_ONLY_TRANSACTION || message === 'Query read timeout'
      // What follows on this connection, such as a rollback, would wait behind the statement that nobody answers.
      if (message === 'Query read timeout') socketOf(this.#client).destroy()
      throw error
    }
  }

  release(discard = false): void {
    // A primary that became a standby keeps its connections, and so does a server that went silent; the pool must not.
    this.#client.release(discard || this.#discard)
  }
}

/** `pg` has no public way to hang up without waiting for the server. */
function socketOf(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** Hands out connections of the first host that has one to give, staying with the host that last did. */
export class FailoverPool implements PostgresPool {
  readonly options = {}
  readonly #pools: pg.Pool[]
  readonly #impatient: boolean
  readonly #clients = new WeakMap<pg.PoolClient, PreparingClient>()
  #current = 0

  /** @param impatient for requests, whose statements are all short; imports and migrations take their time */
  constructor(hosts: PostgresHost[], impatient: boolean) {
    this.#pools = hosts.map(openPool)
    this.#impatient = impatient
  }

  async connect(): Promise<PostgresPoolClient> {
    let failure: unknown
    for (let tried = 0; tried < this.#pools.length; tried++) {
      const index = (this.#current + tried) % this.#pools.length
      try {
        const client = await (this.#pools[index] as pg.Pool).connect()
        this.#current = index
        return this.#prepare(client)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  /** Kysely knows a connection by the object it was given. */
  #prepare(client: pg.PoolClient): PreparingClient {
    const known = this.#clients.get(client) ?? new PreparingClient(client, this.#impatient)
    this.#clients.set(client, known)
    return known
  }

  /** Connections of all hosts, and who waits for one. */
  count(): Connections {
    const sum = (read: (pool: pg.Pool) => number) => this.#pools.reduce((total, pool) => total + read(pool), 0)
    const idle = sum(pool => pool.idleCount)
    return { busy: sum(pool => pool.totalCount) - idle, idle, waiting: sum(pool => pool.waitingCount) }
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map(pool => pool.end()))
  }
}
