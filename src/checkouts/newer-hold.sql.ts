/** The newer hold of a cart, beside which another checkout of the cart is completed: what it keeps is kept from no other cart. */

import { sql } from 'kysely'
import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'

/**
 * Finds the hold of the cart of a checkout, living or expired, beside the checkout itself. The cart of a merged guest is the member's. A deleted
 * customer's checkouts know the hold that the cart had then.
 * @returns its reference; undefined without one
 */
export async function findNewerHold(
  queries: Queries,
  { reference, subject, last_hold }: Pick<CheckoutTable, 'reference' | 'subject' | 'last_hold'>,
): Promise<string | undefined> {
  if (subject === null) return last_hold === reference ? undefined : (last_hold ?? undefined)
  const [cart] = subject.startsWith('guest:') ? await selectMerged(queries, { subject }) : []
  // 0 stands for a customer who was deleted.
  const owner = cart?.merged_into ? `member:${cart.merged_into}` : subject
  const [hold] = await selectHold(queries, { owner, reference })
  return hold?.reference
}

const selectMerged = prepared<{ subject: string }, { merged_into: number | null }>(
  parameter => sql`select merged_into from carts where id = ${parameter('subject')}`,
)

const selectHold = prepared<{ owner: string; reference: string }, { reference: string }>(
  parameter => sql`
    select reference from checkouts
    where subject = ${parameter('owner')} and state = 'held' and reference <> ${parameter('reference')}`,
)
