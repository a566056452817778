/** Changes of the shop's records: each locks the shop's row, so that neither an import nor another change runs meanwhile. */

import type { Database } from '../db/database.ts'
import { createWriteTurns, type LockedWrite } from '../db/write-turns.ts'
import { lockShop } from './revision.sql.ts'

/** Deadline of a change that waits for other changes and imports, and maximum number of waiting changes. */
const BOUNDS = { maxWaitMs: 5_000, maxLength: 100 }

/**
 * Runs `work` in a transaction that holds the lock of the shop's row. It calls its `limitLockWait` before every further lock.
 * @throws LockConflict after 5 s, or immediately when 100 changes wait; the error handler answers 503 `database_busy`
 */
export type WriteShop = <T>(work: LockedWrite<T>) => Promise<T>

/** Creates the function that runs changes of the shop's records. */
export function createShopWriter(database: Database): WriteShop {
  const writeInTurn = createWriteTurns(database, BOUNDS)
  return work =>
    writeInTurn('shop', turn =>
      turn.transaction(async (queries, limitLockWait) => {
        if (queries.engine === 'postgres') await lockShop(queries)
        return work(queries, limitLockWait)
      }),
    )
}
