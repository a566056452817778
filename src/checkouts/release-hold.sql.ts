/** Releases of holds. */

import { sql } from 'kysely'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import type { NewEvent } from '../events/event.ts'
import { endedEvents } from './checkout-events.ts'

/** A hold that was released. */
export type ReleasedHold = Pick<CheckoutTable, 'reference' | 'expires_at' | 'told_end'>

/**
 * Releases the hold of a cart and gives its uses back. Counts stay: they have the uses of completed checkouts alone.
 * @param exceptReference a reference whose hold stays; empty for none
 * @returns the holds that were released
 */
export async function releaseHold({ kysely }: Queries, subject: string, exceptReference = ''): Promise<ReleasedHold[]> {
  await sql`
    delete from promotion_uses where reference in (
      select reference from checkouts where subject = ${subject} and state = 'held' and reference <> ${exceptReference})`.execute(
    kysely,
  )
  const { rows } = await sql<ReleasedHold>`
    update checkouts set state = 'released'
    where subject = ${subject} and state = 'held' and reference <> ${exceptReference}
    returning reference, expires_at, told_end`.execute(kysely)
  return rows
}

/**
 * Returns the events of released holds; of one that had ended by its time, its end before the release.
 * @param cause who released them, when, and the owner of their cart
 */
export function releasedEvents(
  holds: readonly ReleasedHold[],
  cause: Pick<NewEvent, 'at' | 'actor' | 'subject'>,
): NewEvent[] {
  const { at, subject } = cause
  return holds.flatMap(hold => [
    ...endedEvents({ ...hold, state: 'held', subject }, at),
    { ...cause, type: 'checkout.released' as const, data: { reference: hold.reference } },
  ])
}
