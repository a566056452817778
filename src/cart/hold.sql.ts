/** Holds of a cart: statements on checkouts that cart writes run too. */

import { sql } from 'kysely'
import type { Queries } from '../db/database.ts'

/**
 * Releases the hold of a cart and gives its uses back. Counts stay: they have the uses of completed checkouts alone.
 * @param exceptReference a reference whose hold stays; empty for none
 */
export async function releaseHold({ kysely }: Queries, subject: string, exceptReference = ''): Promise<void> {
  await sql`
    delete from promotion_uses where reference in (
      select reference from checkouts where subject = ${subject} and state = 'held' and reference <> ${exceptReference})`.execute(
    kysely,
  )
  await sql`
    update checkouts set state = 'released'
    where subject = ${subject} and state = 'held' and reference <> ${exceptReference}`.execute(kysely)
}

/** Moves the hold of a merged guest to the member, whose own hold is released. A guest without a hold changes nothing. */
export async function moveHold(
  queries: Queries,
  { from, to, customerId }: { from: string; to: string; customerId: number },
): Promise<void> {
  const { kysely } = queries
  const held = await kysely
    .selectFrom('checkouts')
    .select(['reference', 'subject'])
    .where('subject', 'in', [from, to])
    .where('state', '=', 'held')
    .orderBy('reference')
    .$if(queries.engine === 'postgres', query => query.forUpdate())
    .execute()
  const moved = held.find(({ subject }) => subject === from)?.reference
  if (moved === undefined) return
  await releaseHold(queries, to)
  await kysely
    .updateTable('checkouts')
    .set({ subject: to, customer_id: customerId })
    .where('reference', '=', moved)
    .execute()
  await kysely.updateTable('promotion_uses').set({ customer_id: customerId }).where('reference', '=', moved).execute()
}
