/** Deletes used handoffs and web sessions that have had their time, a small batch per statement. */

import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { SESSION_IDLE_MS } from './session-lifetime.ts'

const ROWS_PER_BATCH = 500
/** An instance whose clock is behind may still take the token for valid: its mark stays until none can. */
const CLOCK_MARGIN_MS = 60 * 60_000

type Batch = { before: number; limit: number }
type DeleteBatch = ReturnType<typeof prepared<Batch, object>>

/** Deletes marks of handoffs that expired an hour ago. @returns how many */
export function deleteExpiredHandoffs(database: Queries, now: number): Promise<number> {
  return deleteInBatches(database, deleteHandoffs, now - CLOCK_MARGIN_MS)
}

/** Deletes sessions that have been idle for too long; those past their day stop being seen and follow. @returns how many */
export function deleteExpiredSessions(database: Queries, now: number): Promise<number> {
  return deleteInBatches(database, deleteSessions, now - SESSION_IDLE_MS)
}

async function deleteInBatches(database: Queries, deleteBatch: DeleteBatch, before: number): Promise<number> {
  for (let total = 0; ; ) {
    const { length } = await deleteBatch(database, { before, limit: ROWS_PER_BATCH })
    total += length
    if (length < ROWS_PER_BATCH) return total
  }
}

const deleteHandoffs = prepared<Batch, object>(
  (parameter, engine) => sql`
    delete from used_handoffs where jti in (
      select jti from used_handoffs where expires_at < ${parameter('before')}
      order by expires_at limit ${parameter('limit')} ${skipLocked(engine)})
    returning 1 as deleted`,
)

const deleteSessions = prepared<Batch, object>(
  (parameter, engine) => sql`
    delete from web_sessions where id_hash in (
      select id_hash from web_sessions where last_seen_at < ${parameter('before')}
      order by last_seen_at limit ${parameter('limit')} ${skipLocked(engine)})
    returning 1 as deleted`,
)

/** Several instances prune at the same time without waiting for each other. */
function skipLocked(engine: Queries['engine']): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`for update skip locked` : sql``
}
