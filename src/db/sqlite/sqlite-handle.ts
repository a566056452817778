/** One open handle of the embedded database: runs statements, each prepared once, and says what went wrong in our words. */

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { DatabaseBusy, DatabaseUnavailable } from '../unavailable.ts'

const SQLITE_BUSY = 5
/** Read-only, input/output error, full disk, cannot open: something for the operator, after which it goes on. */
const SQLITE_DISK = [8, 10, 13, 14]
/** How long a statement waits for another process (an import, say) to finish its transaction. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_RETRY_MS = 5

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

export class SqliteHandle {
  readonly #handle: DatabaseSync
  readonly #statements = new LRUCache<string, Prepared>({ max: 500 })

  constructor(path: string) {
    this.#handle = new DatabaseSync(path, { timeout: 1000 })
    this.#handle.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;')
    // From here on a busy lock is waited for without holding up the event loop.
    this.#handle.exec('pragma busy_timeout = 0')
  }

  /** False also once SQLite has rolled back by itself, as after a full disk. */
  get isInTransaction(): boolean {
    return this.#handle.isTransaction
  }

  /** Runs a statement at once. @throws DatabaseUnavailable for what is wrong with the disk */
  run<R>(sql: string, parameters: readonly unknown[] = []): QueryResult<R> {
    try {
      const { statement, returnsRows } = this.#statements.get(sql) ?? this.#prepare(sql)
      const values = parameters as (string | number | null)[]
      if (returnsRows) return { rows: statement.all(...values) as R[] }
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    } catch (error) {
      if (!SQLITE_DISK.includes(codeOf(error))) throw error
      throw new DatabaseUnavailable(`the disk of the embedded database: ${String(error)}`, error)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#handle.close()
  }

  #prepare(sql: string): Prepared {
    const statement = this.#handle.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // What `run` answers holds the last row id of the connection, which may be too large for a number.
    if (!prepared.returnsRows) statement.setReadBigInts(true)
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * Does what may find the database locked by another process, again and again until it does not.
 * @throws DatabaseBusy when that takes longer than 5 s
 */
export async function untilUnlocked<T>(attempt: () => T | Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (codeOf(error) !== SQLITE_BUSY) throw error
      if (performance.now() > giveUpAt) throw new DatabaseBusy('the embedded database is locked', error)
    }
    await sleep(BUSY_RETRY_MS)
  }
}

/** The primary result code of SQLite; 0 for other errors. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}
