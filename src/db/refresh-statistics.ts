/** Statistics of tables that have got many rows on PostgreSQL, by which it chooses its indexes. Autovacuum refreshes them as well, but later. */

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Queries, transaction } from './database.ts'
import type { Tables } from './tables.ts'
import { setStatementTimeout } from './time-limits.ts'

/** Time for all tables: `analyze` waits for uncommitted changes of a table's rights or indexes, whatever `skip_locked` says. */
const LIMIT_MS = 3_000
/** Time until a connection on which nothing arrives is abandoned. */
const SILENCE_MS = 5_000

/**
 * Refreshes the statistics of tables. Runs after the transaction that has filled them, and never fails: the rows are saved. A table that is locked, or of
 * another owner, keeps its statistics, and so do all tables that are left after three seconds.
 */
export async function refreshStatistics(queries: Queries, tables: readonly (keyof Tables)[]): Promise<void> {
  if (queries.engine !== 'postgres') return
  const refreshed = refreshInTime(queries, tables).catch(() => {})
  await Promise.race([refreshed, sleep(SILENCE_MS, undefined, { ref: false })])
}

async function refreshInTime(queries: Queries, tables: readonly (keyof Tables)[]): Promise<void> {
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
