/**
 * Group commit: writes of the same iteration of the event loop share one transaction and one sync of the disk, which is most
 * of the cost of a write. A write is acknowledged after its transaction is on the disk.
 */

import { DatabaseUnavailable } from '../unavailable.ts'
import { type SqliteHandle, untilUnlocked } from './sqlite-handle.ts'

/** The open transaction: resolves when it is on the disk, and rejects when it is rolled back. */
type Batch = PromiseWithResolvers<void>

/** The writes of one caller in the open transaction. Savepoints of one transaction run one after another. */
export interface Savepoint {
  /** Releases the savepoint. Resolves when the transaction is on the disk. */
  commit(): Promise<void>
  /** Rolls back the writes of this savepoint only. */
  rollback(): void
}

/** Combines concurrent writes on one handle into shared transactions. */
export class GroupCommit {
  readonly #handle: SqliteHandle
  #batch: Batch | undefined
  #savepointEnd: Promise<void> | undefined

  constructor(handle: SqliteHandle) {
    this.#handle = handle
  }

  /** Begins a savepoint after the previous one has ended, and a transaction when none is open. */
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

  /** Runs `work` while no transaction is open. */
  withExclusiveLock<T>(work: () => T): Promise<T> {
    return untilUnlocked(async () => {
      while (this.#batch) await this.#batch.promise.catch(() => {})
      return work()
    })
  }

  #beginTransaction(): Batch {
    this.#handle.run('begin immediate')
    const batch: Batch = Promise.withResolvers()
    // Without savepoints that wait for it (all were rolled back), a rejection would be unhandled.
    batch.promise.catch(() => {})
    this.#batch = batch
    // Requests that were read from their sockets in the same iteration run before the immediate.
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

  /** Rolls back the transaction. None of its savepoints has been acknowledged, and all of them fail. */
  #abandon(batch: Batch, reason: unknown): void {
    this.#batch = undefined
    try {
      if (this.#handle.isInTransaction) this.#handle.run('rollback')
    } finally {
      batch.reject(reason)
    }
  }
}
