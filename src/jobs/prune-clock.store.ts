/** The clock of pruning: the last time at which rows were pruned, against which a clock that is far ahead is noticed. */

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import { DAY_MS } from '../units.ts'

/** The largest step of the clock between two runs: a day, and an hour for a daily job that begins late. */
const MAX_STEP_MS = DAY_MS + 60 * 60_000

/** A step of the clock that is too large: both times in milliseconds since the epoch. */
export interface ClockStep {
  seenAt: number
  now: number
}

const advance = prepared<{ now: number; earliest: number }, object>(
  parameter => sql`
    insert into prune_clock (id, seen_at) values (1, ${parameter('now')})
    on conflict (id) do update
      set seen_at = case when excluded.seen_at > prune_clock.seen_at then excluded.seen_at else prune_clock.seen_at end
      where prune_clock.seen_at >= ${parameter('earliest')}
    returning id`,
)

const confirm = prepared<{ now: number }, object>(
  parameter => sql`
    insert into prune_clock (id, seen_at) values (1, ${parameter('now')})
    on conflict (id) do update set seen_at = excluded.seen_at
    returning id`,
)

const findSeen = prepared<object, { seen_at: number }>(() => sql`select seen_at from prune_clock`)

/**
 * Saves the time of a run, unless the saved one is far behind it. A saved time that is later stays: the clock of one server, set back, must not
 * make those of the others look far ahead.
 * @param now milliseconds since the epoch
 * @returns the step that is too large, where nothing was saved; undefined otherwise, and in a database without a saved time
 */
export async function saveClock(database: Database, now: number): Promise<ClockStep | undefined> {
  if ((await advance(database, { now, earliest: now - MAX_STEP_MS })).length > 0) return undefined
  const [seen] = await findSeen(database, {})
  return seen && { seenAt: Number(seen.seen_at), now }
}

/** Saves a time that the operator has confirmed, whatever the step: also an earlier one, after a clock that was ahead was confirmed. */
export async function saveConfirmedClock(database: Database, now: number): Promise<void> {
  await confirm(database, { now })
}

/** Describes a step that is too large, with the cure. */
export function describeClockStep({ seenAt, now }: ClockStep): string {
  const days = Math.floor((now - seenAt) / DAY_MS)
  const times = `the clock says ${new Date(now).toISOString()}, ${days} ${days === 1 ? 'day' : 'days'} after the last run`
  return `Nothing was deleted: ${times}. If the clock is right, run \`sepet prune --accept-clock\` once.`
}
