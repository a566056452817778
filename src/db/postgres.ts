/** The server engine: Kysely over `pg`, with named prepared statements and fail-over between several hosts. */

import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { MIGRATION_LOCK_ID } from 'kysely/migration'
import pg from 'pg'
import type { Database } from './database.ts'
import { hostsOf, type PostgresHost } from './postgres-url.ts'
import { preparedName } from './prepared.ts'
import type { Tables } from './tables.ts'

const CONNECT_TIMEOUT_MS = 800
const POOL_WAIT_MS = 5_000
const INT8 = 20

/** Ids, revisions and times all fit 2^53 − 1; `pg` would give them as text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/**
 * Opens a pool on PostgreSQL. Nothing is connected until the first statement.
 * @param url `postgres://user:password@host:port,host:port/name?target_session_attrs=read-write`
 */
export function openPostgres(url: string, { poolSize = 10 }: { poolSize?: number } = {}): Database {
  const pools = hostsOf(url).map(host => openPool(host, poolSize))
  const kysely = new Kysely<Tables>({ dialect: new RowLockedDialect({ pool: new FailoverPool(pools) }) })
  return { engine: 'postgres', kysely, close: () => kysely.destroy() }
}

function openPool(host: PostgresHost, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: host.url,
    max,
    types,
    connectionTimeoutMillis: POOL_WAIT_MS,
    Client: PreparingClient,
    ...(host.readWrite && { verify: refuseReadOnly }),
  } as pg.PoolConfig)
  // An idle connection may be cut at any time; the pool drops it and the next request opens another.
  pool.on('error', () => {})
  return pool
}

/** Sends hot statements by name, so that the server parses and plans them once per connection. */
class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  }

  // biome-ignore lint/suspicious/noExplicitAny: narrows the eight overloads of pg to the one call Kysely makes
  override query(text: any, values?: any, callback?: any): any {
    const name = typeof text === 'string' ? preparedName(text) : undefined
    return name === undefined ? super.query(text, values, callback) : super.query({ name, text, values })
  }
}

function refuseReadOnly(client: pg.ClientBase, done: (error?: Error) => void): void {
  client
    .query<{ transaction_read_only: string }>('show transaction_read_only')
    .then(
      ({ rows }) =>
        done(rows[0]?.transaction_read_only === 'on' ? new Error('Connection terminated: a standby') : undefined),
      done,
    )
}

/** Hands out connections of the first host that has one to give, staying with the host that last did. */
class FailoverPool implements PostgresPool {
  readonly options = {}
  readonly #pools: pg.Pool[]
  #current = 0

  constructor(pools: pg.Pool[]) {
    this.#pools = pools
  }

  async connect(): Promise<pg.PoolClient> {
    let failure: unknown
    for (let tried = 0; tried < this.#pools.length; tried++) {
      const index = (this.#current + tried) % this.#pools.length
      try {
        const client = await (this.#pools[index] as pg.Pool).connect()
        this.#current = index
        return client
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map(pool => pool.end()))
  }
}

class RowLockedDialect extends PostgresDialect {
  override createAdapter() {
    return new RowLockedAdapter()
  }
}

/** Locks migrations by a row instead of an advisory lock, which distributed PostgreSQL databases lack. */
class RowLockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, { lockTable }: MigrationLockOptions): Promise<void> {
    await sql`select 1 from ${sql.table(lockTable)} where id = ${MIGRATION_LOCK_ID} for update`.execute(db)
  }
}
