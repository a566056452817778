/** Deletes expired handoffs and web sessions, one small batch per statement. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { SESSION_IDLE_MS } from './session/session-lifetime.ts'

const ROWS_PER_BATCH = sql.lit(500)
/**
 * The row of a used handoff is kept for an hour after its expiry: an instance whose clock is behind may still accept its token.
 */
const CLOCK_MARGIN_MS = 60 * 60_000

/**
 * Deletes a batch of used handoffs that expired an hour before `now`.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredHandoffs(database: Queries, now: number): Promise<number> {
  return (await deleteHandoffs(database, { before: now - CLOCK_MARGIN_MS })).length
}

/**
 * Deletes a batch of idle sessions. A session past its maximum age is no longer touched, so it becomes idle and is deleted later.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredSessions(database: Queries, now: number): Promise<number> {
  return (await deleteSessions(database, { before: now - SESSION_IDLE_MS })).length
}

const deleteHandoffs = prepared<{ before: number }, object>(
  (parameter, engine) => sql`
    delete from used_handoffs where jti in (
      select jti from used_handoffs where expires_at < ${parameter('before')}
      order by expires_at limit ${ROWS_PER_BATCH} ${skipLocked(engine)})
    returning 1 as deleted`,
)

const deleteSessions = prepared<{ before: number }, object>(
  (parameter, engine) => sql`
    delete from web_sessions where last_seen_at < ${parameter('before')} and id_hash in (
      select id_hash from web_sessions where last_seen_at < ${parameter('before')}
      order by last_seen_at limit ${ROWS_PER_BATCH} ${skipLocked(engine)})
    returning 1 as deleted`,
)

/** Returns `for update skip locked` on PostgreSQL, so that instances that prune at the same time do not wait for each other. */
function skipLocked(engine: Queries['engine']) {
  return engine === 'postgres' ? sql`for update skip locked` : sql``
}
