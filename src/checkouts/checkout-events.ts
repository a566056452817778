/** The events of checkouts. */

import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { EventType, NewEvent } from '../events/event.ts'

/** Who changes a checkout, and when. */
export interface Cause {
  /** The administrator, such as `admin:web-shop`. */
  actor: string
  /** Milliseconds since the epoch. */
  now: number
}

/** Returns the event of a checkout's change. */
export function eventOf(
  type: EventType,
  { reference, subject, ...over }: Pick<CheckoutTable, 'reference' | 'subject' | 'over_limit' | 'over_stock'>,
  { actor, now }: Cause,
): NewEvent {
  const completed = { overLimit: over.over_limit === 1, overStock: over.over_stock === 1 }
  const data = { reference, ...(type === 'checkout.completed' && completed) }
  return { type, at: now, actor, subject, data }
}
