/** Connections to PostgreSQL: pooled, prepared, and taken from whichever of several hosts accepts writes. */

import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import type { PostgresHost } from './postgres-url.ts'
import { preparedName } from './prepared.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const POOL_SIZE = 10
const CONNECT_TIMEOUT_MS = 800
const POOL_WAIT_MS = 5_000
/** A hot statement that takes longer is on a connection that nobody answers any more. */
const HOT_STATEMENT_TIMEOUT_MS = 900
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
  #discard = false

  constructor(client: pg.PoolClient) {
    this.#client = client
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
      const hot = name !== undefined && { name, query_timeout: HOT_STATEMENT_TIMEOUT_MS }
      const result = await this.#client.query({ text, values, ...hot })
      return result as unknown as PostgresQueryResult<R>
    } catch (error) {
      const { code, message } = error as { code?: string; message?: string }
      this.#discard = code === READ_ONLY_TRANSACTION || message === 'Query read timeout'
      throw error
    }
  }

  release(discard = false): void {
    // A primary that became a standby keeps its connections, and so does a server that went silent; the pool must not.
    this.#client.release(discard || this.#discard)
  }
}

/** Hands out connections of the first host that has one to give, staying with the host that last did. */
export class FailoverPool implements PostgresPool {
  readonly options = {}
  readonly #pools: pg.Pool[]
  readonly #clients = new WeakMap<pg.PoolClient, PreparingClient>()
  #current = 0

  constructor(hosts: PostgresHost[]) {
    this.#pools = hosts.map(openPool)
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
    const known = this.#clients.get(client) ?? new PreparingClient(client)
    this.#clients.set(client, known)
    return known
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map(pool => pool.end()))
  }
}
