/** Tells of holds that have ended by their time: each once, by whichever instance comes first. */

import { sql } from 'kysely'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import { type Database, type Queries, transaction } from '../db/database.ts'
import { databaseClock } from '../db/database-clock.ts'
import { prepared } from '../db/prepared-statements.ts'
import { limitWaits } from '../db/time-limits.ts'
import { recordEvents } from '../events/record-events.sql.ts'
import { endedEvents, type HoldEnd } from './checkout-events.ts'

const HOLDS_PER_BATCH = sql.lit(200)

// The condition of the partial index: an engine uses it only where a statement has it as a literal.
const isUntold = sql`state = 'held' and (told_end is null or told_end <> expires_at)`

const selectUntold = prepared<{ now: number }, object>(
  (parameter, engine) => sql`
    select 1 as found from checkouts
    where ${isUntold} and expires_at <= ${parameter('now')} and expires_at <= ${databaseClock(engine)}
    order by expires_at limit 1`,
)

// A checkout that another transaction has locked is told by that one, or by the next run.
const lockUntold = prepared<{ now: number }, HoldEnd>(
  (parameter, engine) => sql`
    select reference, state, subject, expires_at, told_end from checkouts
    where ${isUntold} and expires_at <= ${parameter('now')} and expires_at <= ${databaseClock(engine)}
    order by expires_at limit ${HOLDS_PER_BATCH} ${engine === 'postgres' ? sql`for update skip locked` : sql``}`,
)

/**
 * Records `checkout.expired` for a batch of holds, in the transaction that marks them as told. A hold ends once its time is over by the clock of
 * the instance and by that of the database: an instance whose clock is ahead tells nothing early.
 * @param now milliseconds since the epoch
 * @returns the number of holds; 0 when none is left
 */
export async function tellEnded(database: Database, now: number): Promise<number> {
  // Without a lock, so that a run that tells nothing writes nothing.
  if ((await selectUntold(database, { now })).length === 0) return 0
  return transaction(database, async queries => {
    await limitWaits(queries)
    const ended = await lockUntold(queries, { now })
    if (ended.length === 0) return 0
    await markTold(queries, ended)
    const events = ended.flatMap(hold => endedEvents(hold, now))
    await recordEvents(queries, events)
    return ended.length
  })
}

async function markTold({ kysely }: Queries, ended: readonly Pick<CheckoutTable, 'reference'>[]): Promise<void> {
  const references = ended.map(({ reference }) => reference)
  const mark = kysely.updateTable('checkouts').set({ told_end: sql<number>`expires_at` })
  await mark.where('reference', 'in', references).execute()
}
