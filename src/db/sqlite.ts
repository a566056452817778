/** The embedded engine: Kysely over `node:sqlite`, durable (WAL, `synchronous=FULL`) and shared with other processes. */

import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const SQLITE_BUSY = 5
/** Read-only, input/output error, full disk, cannot open: something for the operator, after which it goes on. */
const SQLITE_DISK = [8, 10, 13, 14]
/** How long a write waits for another process (an import, say) to finish its transaction. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_RETRY_MS = 5

/**
 * Opens the embedded database, creating file and folder (readable by this user only) where missing.
 * @param path the file, such as `data/sepet.sqlite`
 */
export function openSqlite(path: string): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Created here for its mode, which the files that SQLite puts beside it take over.
  closeSync(openSync(path, 'a', 0o600))
  const handle = new DatabaseSync(path, { timeout: 1000 })
  handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;')
  // From here on a busy lock is waited for without holding up the event loop.
  handle.exec('pragma busy_timeout = 0')
  const driver = new SqliteDriver(handle)
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  return { engine: 'sqlite', kysely, close: () => kysely.destroy() }
}

/** Migrations run inside one immediate transaction, which is also what locks out a second starter. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
  override get supportsMultipleConnections() {
    return true
  }
}

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

/**
 * Lets many requests share one handle: a statement outside a transaction runs at once, unless a transaction is open,
 * whose uncommitted rows it would otherwise see.
 */
class SqliteDriver implements Driver {
  readonly #handle: DatabaseSync
  readonly #statements = new LRUCache<string, Prepared>({ max: 500 })
  #transaction: { owner: SqliteConnection; over: Promise<void>; end: () => void } | undefined

  constructor(handle: DatabaseSync) {
    this.#handle = handle
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this)
  }

  async releaseConnection() {}

  async destroy() {
    this.#statements.clear()
    this.#handle.close()
  }

  async beginTransaction(connection: SqliteConnection) {
    await this.execute(connection, CompiledQuery.raw('begin immediate'), () => this.#open(connection))
  }

  async commitTransaction(connection: SqliteConnection) {
    await this.execute(connection, CompiledQuery.raw('commit'), () => this.#close())
  }

  async rollbackTransaction(connection: SqliteConnection) {
    // SQLite has rolled back by itself after some errors, such as a full disk.
    try {
      if (this.#handle.isTransaction) await this.execute(connection, CompiledQuery.raw('rollback'))
    } finally {
      this.#close()
    }
  }

  /** Runs a statement when no other connection's transaction is open, waiting for other processes' locks. */
  async execute<R>(connection: SqliteConnection, query: CompiledQuery, then?: () => void): Promise<QueryResult<R>> {
    const giveUpAt = performance.now() + BUSY_TIMEOUT_MS
    for (;;) {
      while (this.#transaction && this.#transaction.owner !== connection) await this.#transaction.over
      try {
        const result = this.#run<R>(query)
        then?.()
        return result
      } catch (error) {
        if (SQLITE_DISK.includes(codeOf(error)))
          throw new DatabaseUnavailable(`the disk of the embedded database: ${String(error)}`, error)
        if (codeOf(error) !== SQLITE_BUSY) throw error
        if (performance.now() > giveUpAt) throw new DatabaseUnavailable('the embedded database is locked', error)
      }
      await sleep(BUSY_RETRY_MS)
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, returnsRows } = this.#statements.get(sql) ?? this.#prepare(sql)
    const values = parameters as (string | number | null)[]
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  #prepare(sql: string): Prepared {
    const statement = this.#handle.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // What `run` answers holds the last row id of the connection, which may be too large for a number.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    this.#statements.set(sql, prepared)
    return prepared
  }

  #open(owner: SqliteConnection) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#transaction = { owner, over: promise, end: resolve }
  }

  #close() {
    this.#transaction?.end()
    this.#transaction = undefined
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.execute<R>(this, query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages by key, not streamed.')
  }
}

/** The primary result code of SQLite; 0 for other errors. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}
