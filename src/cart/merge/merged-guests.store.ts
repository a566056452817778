/** Deletes the markers of merged guests, the rows of `carts` that keep their tokens cancelled, once no token can be used or renewed. */

import { sql } from 'kysely'
import { type Queries, transaction } from '../../db/database.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { setLockTimeout } from '../../db/time-limits.ts'
import { isLockConflict } from '../../db/unavailable.ts'
import { DAY_MS } from '../../units.ts'
import { NEVER } from './guest-tokens-end.ts'

/** Markers per transaction. */
const MARKERS_PER_BATCH = 100
/** How long a batch waits for a marker that the deletion of a customer has locked. */
const LOCK_WAIT_MS = 50
/** The longest GUEST_TOKEN_TTL_SECONDS: tokens that were issued before a time end within it. */
const LONGEST_TTL_MS = 365 * DAY_MS
/** Numbers of markers in a batch: those that were found, and those of them that were deleted. */
export interface MarkerBatch {
  found: number
  deleted: number
}

/**
 * Gives a batch of markers a time that have none: those of earlier versions. The lifetimes of their tokens are unknown, so the longest one
 * counts from `now`, in milliseconds since the epoch.
 * @returns the number of markers; 0 when none is left, or another transaction uses one
 */
export async function dateMergedGuests(database: Queries, now: number): Promise<number> {
  const guests = (await selectUndated(database, {})).map(({ id }) => id)
  const isDone = await unlessLocked(database, queries => setEnd(queries, guests, now + LONGEST_TTL_MS))
  return isDone ? guests.length : 0
}

/**
 * Deletes a batch of markers whose tokens ended before `endedBefore`. A marker with an order of the guest stays: by the marker the export and
 * the deletion of the customer find the order.
 * @param endedBefore milliseconds since the epoch
 * @returns no found ones when none is left, or another transaction uses one
 */
export async function deleteMergedGuests(database: Queries, endedBefore: number): Promise<MarkerBatch> {
  const guests = (await selectEnded(database, { endedBefore })).map(({ id }) => id)
  const buyers = await findBuyers(database, guests)
  const others = guests.filter(guest => !buyers.includes(guest))
  const isDone = await unlessLocked(database, async queries => {
    await setEnd(queries, buyers, NEVER)
    await deleteMarkers(queries, others)
  })
  return isDone ? { found: guests.length, deleted: others.length } : { found: 0, deleted: 0 }
}

const selectUndated = prepared<object, { id: string }>(
  () => sql`
    select id from carts where merged_into is not null and tokens_end_at is null limit ${sql.lit(MARKERS_PER_BATCH)}`,
)

const selectEnded = prepared<{ endedBefore: number }, { id: string }>(
  parameter => sql`
    select id from carts where merged_into is not null and tokens_end_at < ${parameter('endedBefore')}
    order by tokens_end_at limit ${sql.lit(MARKERS_PER_BATCH)}`,
)

/** Returns the guests with an order: one that was completed before the merge. */
async function findBuyers({ kysely }: Queries, guests: readonly string[]): Promise<string[]> {
  if (guests.length === 0) return []
  const orders = kysely.selectFrom('checkouts').select('subject').distinct().where('subject', 'in', guests)
  // As a literal, so that each engine uses the partial index.
  const rows = await orders.where(sql<boolean>`customer_id is null and state in ('completed', 'cancelled')`).execute()
  return rows.map(({ subject }) => subject).filter(subject => subject !== null)
}

async function setEnd({ kysely }: Queries, guests: readonly string[], endsAt: number): Promise<void> {
  if (guests.length === 0) return
  await kysely.updateTable('carts').set({ tokens_end_at: endsAt }).where('id', 'in', guests).execute()
}

async function deleteMarkers({ kysely }: Queries, guests: readonly string[]): Promise<void> {
  if (guests.length === 0) return
  await kysely.deleteFrom('carts').where('id', 'in', guests).where('merged_into', 'is not', null).execute()
}

/** Runs a batch in a transaction. @returns false when another transaction has locked a row: the batch is left for the next run */
async function unlessLocked(database: Queries, write: (queries: Queries) => Promise<void>): Promise<boolean> {
  try {
    await transaction(database, async queries => {
      if (queries.engine === 'postgres') await setLockTimeout(queries, LOCK_WAIT_MS)
      await write(queries)
    })
    return true
  } catch (error) {
    if (isLockConflict(error)) return false
    throw error
  }
}
