/** Holds of a cart: statements on checkouts that cart writes run too. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { NewEvent } from '../events/event.ts'
import { condenseOld } from './old-checkouts.sql.ts'

/**
 * Releases the hold of a cart and gives its uses back. Counts stay: they have the uses of completed checkouts alone.
 * @param exceptReference a reference whose hold stays; empty for none
 * @returns the references that were released
 */
export async function releaseHold({ kysely }: Queries, subject: string, exceptReference = ''): Promise<string[]> {
  await sql`
    delete from promotion_uses where reference in (
      select reference from checkouts where subject = ${subject} and state = 'held' and reference <> ${exceptReference})`.execute(
    kysely,
  )
  const { rows } = await sql<{ reference: string }>`
    update checkouts set state = 'released'
    where subject = ${subject} and state = 'held' and reference <> ${exceptReference}
    returning reference`.execute(kysely)
  return rows.map(({ reference }) => reference)
}

/** Returns the events of released holds. @param cause who released them, when, and the owner of their cart */
export function releasedEvents(
  references: readonly string[],
  cause: Pick<NewEvent, 'at' | 'actor' | 'subject'>,
): NewEvent[] {
  return references.map(reference => ({ ...cause, type: 'checkout.released', data: { reference } }))
}

/** The condition of checkouts that are not completed. An engine uses the partial index only where a statement has it as a literal. */
const isOpen = sql<boolean>`state in ('held', 'released')`

/**
 * Moves the checkouts of a merged guest to the member. A living hold of the member stays, and the guest's is released; without one the
 * guest's living hold becomes the member's. Expired and released checkouts follow too, since they can still be completed. A guest
 * without checkouts changes nothing.
 * @returns the references that were released
 */
export async function moveCheckouts(
  queries: Queries,
  { from, to, customerId, now }: { from: string; to: string; customerId: number; now: number },
): Promise<string[]> {
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
  return released
}
