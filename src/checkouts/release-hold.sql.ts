/** Releases of holds. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'
import type { NewEvent } from '../events/event.ts'

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
