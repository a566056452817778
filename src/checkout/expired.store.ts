/** Deletes used handoffs and web sessions that have had their time, a small batch per statement. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { SESSION_IDLE_MS } from './session/session-lifetime.ts'

const ROWS_PER_BATCH = sql.lit(500)
/** An instance whose clock is behind may still take the token for valid: its mark stays until none can. */
const CLOCK_MARGIN_MS = 60 * 60_000

/** Deletes some marks of handoffs that expired an hour before `now`. @returns how many; 0 when there are no more */
export async function deleteExpiredHandoffs(database: Queries, now: number): Promise<number> {
  return (await deleteHandoffs(database, { before: now - CLOCK_MARGIN_MS })).length
}

/** Deletes some idle sessions; those past their day stop being seen and follow. @returns how many; 0 when there are no more */
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

/** Several instances prune at the same time without waiting for each other. */
function skipLocked(engine: Queries['engine']) {
  return engine === 'postgres' ? sql`for update skip locked` : sql``
}
