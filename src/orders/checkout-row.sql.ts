/** The columns of a checkout that every read of it shares. */

import type { CheckoutTable } from '../db/tables.ts'
import { type Checkout, stateOf } from './checkout.ts'

/** A row of `checkouts` without its document and promotions. */
export type CheckoutRow = Pick<
  CheckoutTable,
  'reference' | 'state' | 'subject' | 'customer_id' | 'held_at' | 'expires_at' | 'completed_at' | 'over_limit'
>

/** Returns a row as a checkout without its cart. `now` and the times are milliseconds since the epoch. */
export function toCheckoutFields(row: CheckoutRow, now: number): Omit<Checkout, 'cart'> {
  return {
    reference: row.reference,
    state: stateOf(row, now),
    subject: row.subject,
    customerId: row.customer_id,
    heldAt: row.held_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
    overLimit: row.over_limit === 1,
  }
}
