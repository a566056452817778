/**
 * Group commit: writes that come in the same turn of the event loop share one transaction and so one sync of the disk, which is
 * most of what a write costs. Each is acknowledged only once that transaction is on the disk.
 */

import { DatabaseUnavailable } from '../unavailable.ts'
import { type SqliteHandle, untilUnlocked } from './sqlite-handle.ts'

/** The transaction that is open: resolves when it is on the disk, and rejects when it will never be. */
type Batch = PromiseWithResolvers<void>

/** One of those who write into the open transaction, one after another. */
export interface Turn {
  /** Keeps what was written. Resolves once it is on the disk. */
  keep(): Promise<void>
  /** Takes back what was written in this turn, and only that. */
  undo(): void
}

export class GroupCommit {
  readonly #handle: SqliteHandle
  #batch: Batch | undefined
  #turnOver: Promise<void> | undefined

  constructor(handle: SqliteHandle) {
    this.#handle = handle
  }

  /** Waits for a turn to write. */
  take(): Promise<Turn> {
    return untilUnlocked(async () => {
      while (this.#turnOver) await this.#turnOver
      const batch = this.#batch ?? this.#begin()
      this.#handle.run('savepoint turn')
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#turnOver = promise
      const end = () => {
        this.#turnOver = undefined
        resolve()
      }
      return { keep: () => this.#keep(batch, end), undo: () => this.#undo(batch, end) }
    })
  }

  /** Does something while no transaction is open. */
  alone<T>(work: () => T): Promise<T> {
    return untilUnlocked(async () => {
      while (this.#batch) await this.#batch.promise.catch(() => {})
      return work()
    })
  }

  #begin(): Batch {
    this.#handle.run('begin immediate')
    const batch: Batch = Promise.withResolvers()
    // Nobody may be waiting, as when all turns were undone.
    batch.promise.catch(() => {})
    this.#batch = batch
    // Requests that were read from their sockets together come before this.
    setImmediate(() => void this.#commit(batch))
    return batch
  }

  #keep(batch: Batch, end: () => void): Promise<void> {
    try {
      this.#handle.run('release turn')
    } finally {
      end()
    }
    return batch.promise
  }

  #undo(batch: Batch, end: () => void): void {
    try {
      if (this.#handle.isInTransaction) {
        this.#handle.run('rollback to turn')
        this.#handle.run('release turn')
      } else this.#abandon(batch, new DatabaseUnavailable('the embedded database has rolled back'))
    } finally {
      end()
    }
  }

  async #commit(batch: Batch): Promise<void> {
    while (this.#turnOver) await this.#turnOver
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
