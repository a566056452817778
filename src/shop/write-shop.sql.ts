/**
 * Serialises changes of the shop's records: by a queue within this process, so that a change that waits takes one connection at most, and
 * by the lock of the shop's row between instances and imports.
 */

import { type Database, type Queries, transaction } from '../db/database.ts'
import { createKeyedQueue, type RunInTurn } from '../db/keyed-queue.ts'
import { setLockTimeout } from '../db/time-limits.ts'
import { LockConflict } from '../db/unavailable.ts'
import { lockShop } from './revision.sql.ts'

/** Deadline of a change that waits for other changes and imports, and maximum number of waiting changes. */
const BOUNDS = { maxWaitMs: 5_000, maxLength: 100 }

/**
 * Runs `work` in a transaction that holds the lock of the shop's row: no import and no other change runs meanwhile.
 * @throws LockConflict after 5 s, or immediately when 100 changes wait; the error handler answers 503 `database_busy`
 */
export type WriteShop = <T>(work: (queries: Queries) => Promise<T>) => Promise<T>

/** Creates the function that runs changes of the shop's records. */
export function createShopWriter(database: Database): WriteShop {
  const runInTurn = database.engine === 'postgres' ? createKeyedQueue(BOUNDS) : runAtOnce
  return work => {
    const endsAt = performance.now() + BOUNDS.maxWaitMs
    return runInTurn('shop', () =>
      transaction(database, async queries => {
        const remainingMs = Math.ceil(endsAt - performance.now())
        if (remainingMs <= 0) throw new LockConflict('the time for the change is over')
        if (queries.engine === 'postgres') {
          await setLockTimeout(queries, remainingMs)
          await lockShop(queries)
        }
        return work(queries)
      }),
    )
  }
}

/** SQLite serialises writes itself. */
const runAtOnce: RunInTurn = (_key, work) => work()
