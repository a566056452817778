/** Statistics of imported tables on PostgreSQL, by which it chooses its indexes. Autovacuum refreshes them as well, but later. */

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Queries, transaction } from '../db/database.ts'
import { setStatementTimeout } from '../db/time-limits.ts'
import type { StagedTable } from './staging/tables.ts'

/** Time for all tables: `analyze` waits for uncommitted changes of a table's rights or indexes, whatever `skip_locked` says. */
const LIMIT_MS = 3_000
/** Time until a connection on which nothing arrives is abandoned. */
const SILENCE_MS = 5_000

/** Tables by which products are found, which an import fills from their records. */
export type DerivedTable = 'product_names' | 'product_terms'

/**
 * Refreshes the statistics of tables. Runs after the import's transaction, and never fails: the import is saved. A table that is locked, or of
 * another owner, keeps its statistics, and so do all tables that are left after three seconds.
 */
export async function refreshStatistics(
  queries: Queries,
  tables: readonly (StagedTable | DerivedTable)[],
): Promise<void> {
  if (queries.engine !== 'postgres') return
  const refreshed = refreshInTime(queries, tables).catch(() => {})
  await Promise.race([refreshed, sleep(SILENCE_MS, undefined, { ref: false })])
}

async function refreshInTime(queries: Queries, tables: readonly (StagedTable | DerivedTable)[]): Promise<void> {
  const endsAt = performance.now() + LIMIT_MS
  for (const table of tables) {
    const remainingMs = endsAt - performance.now()
    if (remainingMs <= 0) return
    await transaction(queries, async within => {
      await setStatementTimeout(within, remainingMs)
      await sql`analyze (skip_locked) ${sql.table(table)}`.execute(within.kysely)
    })
  }
}
