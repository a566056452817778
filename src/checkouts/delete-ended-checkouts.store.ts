/** Deletes ended checkouts and the uses of expired holds, one small batch per statement. */

import { sql } from 'kysely'
import { batchDeletion } from '../db/batch-deletion.ts'
import type { Queries } from '../db/database.ts'
import { DAY_MS } from '../units.ts'

/** A released or expired checkout is kept for 90 days after the end of its hold: a late payment can still complete it. */
const RETENTION_MS = 90 * DAY_MS
/** The use of an expired hold is kept for an hour: on an instance whose clock is behind, the hold may not have expired yet. */
const CLOCK_MARGIN_MS = 60 * 60_000
/** Checkouts per statement: each contains a cart document. */
const CHECKOUTS_PER_BATCH = 100
const USES_PER_BATCH = 500

/**
 * Deletes a batch of released and expired checkouts whose hold ended, or would have ended, 90 days before `now`. Completed and
 * cancelled ones are kept.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteEndedCheckouts(database: Queries, now: number): Promise<number> {
  return await deleteCheckouts(database, { before: now - RETENTION_MS })
}

/**
 * Deletes a batch of uses by holds that expired an hour before `now`. They are not counted any more.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredUses(database: Queries, now: number): Promise<number> {
  return await deleteUses(database, { before: now - CLOCK_MARGIN_MS })
}

const deleteCheckouts = batchDeletion<{ before: number }>({
  table: 'checkouts',
  key: { reference: 'text' },
  condition: parameter => sql`state in ('held', 'released') and expires_at < ${parameter('before')}`,
  order: 'expires_at',
  rows: CHECKOUTS_PER_BATCH,
})

const deleteUses = batchDeletion<{ before: number }>({
  table: 'promotion_uses',
  key: { promotion: 'text', reference: 'text' },
  condition: parameter => sql`expires_at < ${parameter('before')}`,
  order: 'expires_at',
  rows: USES_PER_BATCH,
})
