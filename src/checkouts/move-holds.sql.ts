/** Moves the holds and open checkouts of a merged guest to the member. */

import { sql } from 'kysely'
import type { MergedCarts, MoveHolds } from '../cart/merge/move-holds-interface.ts'
import type { Queries } from '../db/database.ts'
import { endReservations } from './checkout-stock.sql.ts'
import { condenseOld } from './condense-checkouts.sql.ts'
import { type ReleasedHold, releasedEvents, releaseHold } from './release-hold.sql.ts'
import { moveUnpaidHolds } from './unpaid-holds.sql.ts'

/** Moves what a merged guest has held to the member; see `MoveHolds`. */
export const moveHolds: MoveHolds = async (queries, carts) => {
  await moveUnpaidHolds(queries, carts)
  const { actor, to: subject, now: at } = carts
  return releasedEvents(await moveCheckouts(queries, carts), { at, actor, subject })
}

/** The condition of checkouts that are not completed. An engine uses the partial index only where a statement has it as a literal. */
const isOpen = sql<boolean>`state in ('held', 'released')`

/**
 * Moves the checkouts of a merged guest to the member. A living hold of the member stays, and the guest's is released; without one the
 * guest's living hold becomes the member's. Expired and released checkouts follow too, since they can still be completed. A guest
 * without checkouts changes nothing.
 * @returns the holds that were released
 */
async function moveCheckouts(queries: Queries, { from, to, customerId, now }: MergedCarts): Promise<ReleasedHold[]> {
  const { kysely } = queries
  const open = await kysely
    .selectFrom('checkouts')
    .select(['reference', 'subject', 'state', 'held_at', 'expires_at', 'quantities'])
    .where('subject', 'in', [from, to])
    .where(isOpen)
    .orderBy('reference')
    .$if(queries.engine === 'postgres', query => query.forUpdate())
    .execute()
  const moved = open.filter(({ subject }) => subject === from)
  if (moved.length === 0) return []
  const livingHoldOf = (owner: string) =>
    open.find(({ subject, state, expires_at }) => subject === owner && state === 'held' && expires_at > now)?.reference
  const kept = livingHoldOf(to) === undefined ? livingHoldOf(from) : undefined
  const living = livingHoldOf(to) ?? kept
  // A cart has one hold: an expired one must not stand beside another.
  const released = await releaseHold(queries, from, kept)
  if (kept !== undefined) released.push(...(await releaseHold(queries, to)))
  const member = { subject: to, customer_id: customerId }
  await kysely.updateTable('checkouts').set(member).where('subject', '=', from).where(isOpen).execute()
  if (kept !== undefined) {
    const uses = kysely.updateTable('promotion_uses').set({ customer_id: customerId })
    await uses.where('reference', '=', kept).execute()
  }
  await condenseOld(
    queries,
    open.filter(({ reference }) => reference !== living),
  )
  await endReservations(
    queries,
    released.map(({ reference }) => reference),
    now,
  )
  return released
}
