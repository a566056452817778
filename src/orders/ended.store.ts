/** Deletes ended checkouts and the uses of expired holds, one small batch per statement. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { DAY_MS } from '../units.ts'

/** A released or expired checkout is kept for 90 days after the end of its hold: a late payment can still complete it. */
const RETENTION_MS = 90 * DAY_MS
/** The use of an expired hold is kept for an hour: on an instance whose clock is behind, the hold may not have expired yet. */
const CLOCK_MARGIN_MS = 60 * 60_000
/** Checkouts per statement: each contains a cart document. */
const CHECKOUTS_PER_BATCH = sql.lit(100)
const USES_PER_BATCH = sql.lit(500)

/**
 * Deletes a batch of released and expired checkouts whose hold ended, or would have ended, 90 days before `now`. Completed and
 * cancelled ones are kept.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteEndedCheckouts(database: Queries, now: number): Promise<number> {
  return (await deleteCheckouts(database, { before: now - RETENTION_MS })).length
}

/**
 * Deletes a batch of uses by holds that expired an hour before `now`. They are not counted any more.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteExpiredUses(database: Queries, now: number): Promise<number> {
  return (await deleteUses(database, { before: now - CLOCK_MARGIN_MS })).length
}

// The conditions are repeated so that a checkout that is completed or held again after the subquery found it is not deleted.
const deleteCheckouts = prepared<{ before: number }, object>((parameter, engine) => {
  const isEnded = sql`state in ('held', 'released') and expires_at < ${parameter('before')}`
  return sql`
    delete from checkouts where ${isEnded} and reference in (
      select reference from checkouts where ${isEnded}
      order by expires_at limit ${CHECKOUTS_PER_BATCH} ${skipLocked(engine)})
    returning 1 as deleted`
})

const deleteUses = prepared<{ before: number }, object>((parameter, engine) => {
  const isExpired = sql`expires_at < ${parameter('before')}`
  return sql`
    delete from promotion_uses where ${isExpired} and (promotion, reference) in (
      select promotion, reference from promotion_uses where ${isExpired}
      order by expires_at limit ${USES_PER_BATCH} ${skipLocked(engine)})
    returning 1 as deleted`
})

/** Returns `for update skip locked` on PostgreSQL, so that pruning never waits for a checkout that is written. */
function skipLocked(engine: Queries['engine']) {
  return engine === 'postgres' ? sql`for update skip locked` : sql``
}
