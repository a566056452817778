/** Deletes expired handoffs and web sessions, one small batch per statement. */

import { sql } from 'kysely'
import { batchDeletion } from '../db/batch-deletion.ts'
import type { Queries } from '../db/database.ts'
import { SESSION_IDLE_MS } from './session/session-lifetime.ts'

const ROWS_PER_BATCH = 500
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
  return await deleteHandoffs(database, { before: now - CLOCK_MARGIN_MS })
}

/**
 * Deletes a batch of idle sessions. A session past its maximum age is no longer touched, so it becomes idle and is deleted later.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredSessions(database: Queries, now: number): Promise<number> {
  return await deleteSessions(database, { before: now - SESSION_IDLE_MS })
}

const deleteHandoffs = batchDeletion<{ before: number }>({
  table: 'used_handoffs',
  key: { jti: 'text' },
  condition: parameter => sql`expires_at < ${parameter('before')}`,
  order: 'expires_at',
  rows: ROWS_PER_BATCH,
})

const deleteSessions = batchDeletion<{ before: number }>({
  table: 'web_sessions',
  key: { id_hash: 'text' },
  condition: parameter => sql`last_seen_at < ${parameter('before')}`,
  order: 'last_seen_at',
  rows: ROWS_PER_BATCH,
})
