/**
 * Group commit: writes that come in the same turn of the event loop share one transaction and so one sync of the disk, which is
 * most of what a write costs. Each is acknowledged only once that transaction is on the disk.
 */

import { DatabaseUnavailable } from '../unavailable.ts'
import { type SqliteHandle, untilUnlocked } from './sqlite-handle.ts'

/** The transaction that is open: resolves when it is on the disk, and rejects when it will never be. */
type Batch = PromiseWithResolvers<void>

/** One of those who write into the open transaction, one after another. */
export interface Savepoint {
  /** Keeps what was written. Resolves once it is on the disk. */
  commit(): Promise<void>
  /** Takes back what was written in this turn, and only that. */
  rollback(): void
}

export class GroupCommit {
  readonly #handle: SqliteHandle
  #batch: Batch | undefined
  #savepointEnd: Promise<void> | undefined

  constructor(handle: SqliteHandle) {
    this.#handle = handle
  }

  /** Waits for a turn to write. */
  begin(): Promise<Savepoint> {
    return untilUnlocked(async () => {
      while (this.#savepointEnd) await this.#savepointEnd
      const batch = this.#batch ?? this.#beginTransaction()
      this.#handle.run('savepoint write')
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#savepointEnd = promise
      const end = () => {
        this.#savepointEnd = undefined
        resolve()
      }
      return { commit: () => this.#commitSavepoint(batch, end), rollback: () => this.#rollbackSavepoint(batch, end) }
    })
  }

  /** Does something while no transaction is open. */
  withExclusiveLock<T>(work: () => T): Promise<T> {
    return untilUnlocked(async () => {
      while (this.#batch) await this.#batch.promise.catch(() => {})
      return work()
    })
  }

  #beginTransaction(): Batch {
    this.#handle.run('begin immediate')
    const batch: Batch = Promise.withResolvers()
    // Nobody may be waiting, as when all turns were undone.
    batch.promise.catch(() => {})
    this.#batch = batch
    // Requests that were read from their sockets together come before this.
    setImmediate(() => void this.#commitTransaction(batch))
    return batch
  }

  #commitSavepoint(batch: Batch, end: () => void): Promise<void> {
    try {
      this.#handle.run('release write')
    } finally {
      end()
    }
    return batch.promise
  }

  #rollbackSavepoint(batch: Batch, end: () => void): void {
    try {
      if (this.#handle.isInTransaction) {
        this.#handle.run('rollback to write')
        this.#handle.run('release write')
      } else this.#abandon(batch, new DatabaseUnavailable('the embedded database has rolled back'))
    } finally {
      end()
    }
  }

  async #commitTransaction(batch: Batch): Promise<void> {
    while (this.#savepointEnd) await this.#savepointEnd
    if (this.#batch !== batch) return
    try {
      this.#handle.run('commit')
      this.#batch = undefined
      batch.resolve()
    } catch (error) {
      this.#abandon(batch, error)
    }
  }

  /** None of its turns has been acknowledged: all of them fail. */
  #abandon(batch: Batch, reason: unknown): void {
    this.#batch = undefined
    try {
      if (this.#handle.isInTransaction) this.#handle.run('rollback')
    } finally {
      batch.reject(reason)
    }
  }
}
