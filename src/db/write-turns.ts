/**
 * Turns of writes: a queue per key within this process, so that a write that waits takes no connection, and row locks between instances.
 * One deadline covers both waits.
 */

import { type Database, type Queries, transaction } from './database.ts'
import { type Deadline, deadlineIn } from './deadline.ts'
import { createKeyedQueue, type QueueBounds, type RunInTurn } from './keyed-queue.ts'
import { setLockTimeout } from './time-limits.ts'

/**
 * Sets `lock_timeout` of the transaction's next statements to the time that is left until the write's deadline. It is called
 * before the first lock; a transaction calls it again before every further lock.
 * @throws LockConflict when no time is left
 */
export type LimitLockWait = () => Promise<void>

/** Writes in a transaction that may wait for row locks. */
export type LockedWrite<T> = (queries: Queries, limitLockWait: LimitLockWait) => Promise<T>

/** The turn of one write, with its deadline. */
export interface WriteTurn extends Deadline {
  /** Runs a transaction whose waits for locks end at the deadline. @throws LockConflict */
  transaction<T>(write: LockedWrite<T>): Promise<T>
}

/**
 * Runs a write after the earlier writes of the same key have ended.
 * @param deadline of a write that is repeated, for all its attempts; otherwise it has one of its own
 * @throws LockConflict when the deadline is over, or too many writes wait
 */
export type WriteInTurn = <T>(key: string, write: (turn: WriteTurn) => Promise<T>, deadline?: Deadline) => Promise<T>

/** Creates the function that gives writes to one kind of record their turns. */
export function createWriteTurns(database: Database, bounds: QueueBounds): WriteInTurn {
  const runInTurn = database.engine === 'postgres' ? createKeyedQueue(bounds) : runAtOnce
  return async (key, write, deadline = deadlineIn(bounds.maxWaitMs)) => {
    // The wait for the turn counts, too.
    deadline.remainingMs()
    return runInTurn(key, () => write(turnUntil(deadline, database)), deadline)
  }
}

/** SQLite serialises writes itself, and the writes of one event loop iteration share a commit. */
const runAtOnce: RunInTurn = (_key, work) => work()

function turnUntil(deadline: Deadline, database: Database): WriteTurn {
  return {
    remainingMs: deadline.remainingMs,
    transaction: write =>
      transaction(database, async queries => {
        const limitLockWait = async () => {
          const remaining = deadline.remainingMs()
          if (queries.engine === 'postgres') await setLockTimeout(queries, remaining)
        }
        await limitLockWait()
        return write(queries, limitLockWait)
      }),
  }
}
