/** Handle of the embedded database: runs statements, each prepared once, and translates errors of the disk. */

import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { DiskFaults, diskFaultOf } from '../disk-fault.ts'
import { DatabaseBusy, DatabaseUnavailable, TemporaryFilesFull } from '../unavailable.ts'

const SQLITE_BUSY = 5
/** Maximum wait of a statement for the transaction of another process, such as an import. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_RETRY_MS = 5
/** Pages in memory. With the 2 MiB of SQLite a read of a cart took 22 µs more beside a million codes than beside a hundred, with 8 MiB 6 µs. */
const CACHE_KIB = 8_192
/** Room of a disk that is not full: less may be left on one that has refused a write. */
const ROOM_BYTES = 1_048_576

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

/** One connection to the SQLite file, with a cache of 500 prepared statements. */
export class SqliteHandle {
  readonly #handle: DatabaseSync
  readonly #path: string
  readonly #faults: DiskFaults
  readonly #statements = new LRUCache<string, Prepared>({ max: 500 })

  /** @param faults what the statements meet is noted there */
  constructor(path: string, faults = new DiskFaults()) {
    this.#path = path
    this.#faults = faults
    this.#handle = new DatabaseSync(path, { timeout: 1000 })
    this.#handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;')
    this.#handle.exec(`pragma cache_size = -${CACHE_KIB}`)
    // `untilUnlocked` waits for locks without blocking the event loop.
    this.#handle.exec('pragma busy_timeout = 0')
  }

  /** Whether a transaction is open. SQLite may roll back by itself, for example when the disk is full. */
  get isInTransaction(): boolean {
    return this.#handle.isTransaction
  }

  /**
   * Runs a statement synchronously.
   * @throws DatabaseUnavailable for an error of the disk, TemporaryFilesFull where it is that of the temporary files
   */
  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    try {
      const { statement, returnsRows } = this.#statements.get(sql) ?? this.#prepare(sql)
      const values = parameters as (string | number | null)[]
      if (returnsRows) return { rows: statement.all(...values) as R[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    } catch (error) {
      const fault = diskFaultOf(error)
      if (!fault) throw error
      const isTemporary = fault === 'full' && this.#hasRoom()
      const failure = isTemporary
        ? new TemporaryFilesFull(`SQLite cannot use the disk of its temporary files: ${String(error)}`, error)
        : new DatabaseUnavailable(`SQLite cannot use its disk: ${String(error)}`, error)
      this.#faults.note(failure)
      throw failure
    }
  }

  /** Closes the handle and its prepared statements. */
  close(): void {
    this.#statements.clear()
    this.#handle.close()
  }

  /** Whether the database may grow on its disk, so that the disk of the temporary files is the full one: SQLite does not say which. */
  #hasRoom(): boolean {
    if (this.#path === '') return true
    const { bavail, bsize } = statfsSync(dirname(this.#path))
    return bavail * bsize >= ROOM_BYTES && this.#pages('page_count') < this.#pages('max_page_count')
  }

  #pages(pragma: 'page_count' | 'max_page_count'): number {
    return Number(this.#handle.prepare(`pragma ${pragma}`).get()?.[pragma])
  }

  #prepare(sql: string): Prepared {
    const statement = this.#handle.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // The result of `run` contains the last row id of the connection, which may exceed 2^53 − 1.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * Retries `attempt` every 5 ms while another process holds the lock of the database.
 * @throws DatabaseBusy when the database is locked for more than 5 s
 */
export async function untilUnlocked<T>(attempt: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (codeOf(error) !== SQLITE_BUSY) throw error
      if (performance.now() > deadline) throw new DatabaseBusy('the embedded database is locked', error)
    }
    await sleep(BUSY_RETRY_MS)
  }
}

/** Primary result code of an SQLite error; 0 for other errors. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}
