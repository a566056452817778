/**
 * Unpaid holds: how often the owner of a cart has held a coupon or campaign with a usage limit without completing. Every statement but the
 * deletion runs with the cart's row locked, so that holds on several instances are counted one after the other.
 */

import { sql } from 'kysely'
import { batchDeletion } from '../db/batch-deletion.ts'
import type { Queries } from '../db/database.ts'
import type { HoldLimit } from '../shop/hold-limit.ts'
import { DAY_MS } from '../units.ts'

/** Holds count for 24 hours. */
const WINDOW_MS = DAY_MS
/** Rows per statement of the deletion. */
const ROWS_PER_BATCH = 500

/**
 * Finds a promotion that a cart has held as often or as long as it may. The cart query counts likewise, for campaigns that apply by themselves
 * (`heldTooOften`).
 * @param promotions keys of promotions with a usage limit
 * @param now milliseconds since the epoch
 * @returns its key; undefined where all may be held once more
 */
export async function findHoldLimitReached(
  { kysely }: Queries,
  cartId: string,
  { promotions, limit, now }: { promotions: readonly string[]; limit: HoldLimit; now: number },
): Promise<string | undefined> {
  if (promotions.length === 0) return undefined
  const counted = await kysely
    .selectFrom('unpaid_holds')
    .select(['promotion', sql<number>`count(*)`.as('holds'), sql<number>`sum(duration_ms)`.as('held_ms')])
    .where('cart_id', '=', cartId)
    .where('promotion', 'in', promotions)
    .where('held_at', '>', now - WINDOW_MS)
    .groupBy('promotion')
    .execute()
  const reached = counted.filter(
    ({ holds, held_ms }) => Number(holds) >= limit.holds || Number(held_ms) >= limit.durationMs,
  )
  return promotions.find(promotion => reached.some(each => each.promotion === promotion))
}

/** A hold to count. Times are milliseconds since the epoch. */
export interface UnpaidHold {
  /** Keys of the promotions with a usage limit. */
  promotions: readonly string[]
  reference: string
  heldAt: number
  expiresAt: number
}

/** Counts a hold of promotions. Two holds of one reference within a millisecond count once. */
export async function insertUnpaidHolds(
  { kysely }: Queries,
  cartId: string,
  { promotions, reference, heldAt, expiresAt }: UnpaidHold,
): Promise<void> {
  if (promotions.length === 0) return
  const hold = { cart_id: cartId, reference, held_at: heldAt, duration_ms: expiresAt - heldAt }
  const rows = promotions.map(promotion => ({ ...hold, promotion }))
  await kysely
    .insertInto('unpaid_holds')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Deletes the holds of a checkout that is completed. */
export async function deleteUnpaidHolds({ kysely }: Queries, cartId: string, reference: string): Promise<void> {
  await kysely.deleteFrom('unpaid_holds').where('cart_id', '=', cartId).where('reference', '=', reference).execute()
}

/** Moves the holds of a merged guest to the member. Both carts are locked. */
export async function moveUnpaidHolds({ kysely }: Queries, { from, to }: { from: string; to: string }): Promise<void> {
  const moved = await kysely.deleteFrom('unpaid_holds').where('cart_id', '=', from).returningAll().execute()
  for (let start = 0; start < moved.length; start += ROWS_PER_BATCH) {
    const rows = moved.slice(start, start + ROWS_PER_BATCH).map(hold => ({ ...hold, cart_id: to }))
    await kysely
      .insertInto('unpaid_holds')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}

/**
 * Deletes a batch of holds that are older than a day.
 * @param now milliseconds since the epoch
 * @returns the number of deleted rows; 0 when none is left
 */
export async function deleteOldUnpaidHolds(database: Queries, now: number): Promise<number> {
  return await deleteHolds(database, { before: now - WINDOW_MS })
}

const deleteHolds = batchDeletion<{ before: number }>({
  table: 'unpaid_holds',
  key: { cart_id: 'text', promotion: 'text', reference: 'text', held_at: 'bigint' },
  condition: parameter => sql`held_at <= ${parameter('before')}`,
  order: 'held_at',
  rows: ROWS_PER_BATCH,
})
