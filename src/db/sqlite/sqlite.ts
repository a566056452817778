/** Embedded engine: Kysely on `node:sqlite`, durable (WAL, `synchronous=FULL`) and usable by several processes. */

import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database, HotStatement } from '../database.ts'
import { DiskFaults } from '../disk-fault.ts'
import { kyselyLog, type StatementObserver } from '../observe-statements.ts'
import type { Tables } from '../tables.ts'
import { GroupCommit, type Savepoint } from './group-commit.ts'
import { SqliteHandle, untilUnlocked } from './sqlite-handle.ts'

/**
 * Opens the embedded database. A missing file or folder is created, readable by this user only.
 * @param path path of the file, such as `data/sepet.sqlite`
 * @param onStatement called for each statement that Kysely has run
 */
export function openSqlite(path: string, onStatement?: StatementObserver): Database {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Created here for its mode, which SQLite copies to the files of the log.
  closeSync(openSync(path, 'a', 0o600))
  const driver = new SqliteDriver(path)
  const log = onStatement && kyselyLog('sqlite', onStatement)
  const kysely = new Kysely<Tables>({
    ...(log && { log }),
    dialect: {
      createAdapter: () => new TransactionalSqliteAdapter(),
      createDriver: () => driver,
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  return {
    engine: 'sqlite',
    kysely,
    diskFaults: driver.faults,
    runHot: (statement, parameters) => driver.runHot(statement, parameters),
    close: () => driver.destroy(),
  }
}

/** Migrations run in one immediate transaction, which also makes a second process that migrates wait. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
  override get supportsMultipleConnections() {
    return true
  }
}

/** Shares two handles between all requests: one writes, one reads committed data, so that a read never waits for a write. */
class SqliteDriver implements Driver {
  readonly faults = new DiskFaults()
  readonly #path: string
  readonly #writer: SqliteHandle
  readonly #writes: GroupCommit
  #reader: SqliteHandle | undefined

  constructor(path: string) {
    this.#path = path
    this.#writer = new SqliteHandle(path, this.faults)
    this.#writes = new GroupCommit(this.#writer)
  }

  async init() {}

  async acquireConnection() {
    return new SqliteConnection(this)
  }

  async releaseConnection() {}

  /** Waits for the open transaction: when all its savepoints were rolled back, its commit follows the response. */
  async destroy() {
    await this.#writes.withExclusiveLock(() => {
      this.#reader?.close()
      this.#writer.close()
    })
  }

  async beginTransaction(connection: SqliteConnection) {
    connection.savepoint = await this.#writes.begin()
  }

  async commitTransaction(connection: SqliteConnection) {
    await connection.endSavepoint()?.commit()
  }

  async rollbackTransaction(connection: SqliteConnection) {
    connection.endSavepoint()?.rollback()
  }

  /** Runs a statement in the transaction of its connection, or without one when no transaction is open. */
  async execute<R>({ savepoint }: SqliteConnection, { sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (savepoint) return this.#writer.run<R>(sql, parameters)
    return this.#writes.withExclusiveLock(() => this.#writer.run<R>(sql, parameters))
  }

  async runHot<R>({ sql, isRead }: HotStatement, parameters: readonly unknown[]): Promise<R[]> {
    if (isRead) return this.#read(sql, parameters)
    const savepoint = await this.#writes.begin()
    const rows = this.#runOr<R>(() => savepoint.rollback(), sql, parameters)
    await savepoint.commit()
    return rows
  }

  #runOr<R>(rollback: () => void, sql: string, parameters: readonly unknown[]): R[] {
    try {
      return this.#writer.run<R>(sql, parameters).rows
    } catch (error) {
      rollback()
      throw error
    }
  }

  #read<R>(sql: string, parameters: readonly unknown[]): Promise<R[]> {
    this.#reader ??= new SqliteHandle(this.#path, this.faults)
    const reader = this.#reader
    return untilUnlocked(() => reader.run<R>(sql, parameters).rows)
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver
  savepoint: Savepoint | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  endSavepoint(): Savepoint | undefined {
    const { savepoint } = this
    this.savepoint = undefined
    return savepoint
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#driver.execute<R>(this, query)
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read in pages by key, not streamed.')
  }
}
