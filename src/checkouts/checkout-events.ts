/** The events of checkouts. */

import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { EventType, NewEvent } from '../events/event.ts'
import type { ItemsReturn } from './returns/items-return.ts'
import { addUp } from './returns/refund.ts'

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

/** Returns the event of a return of items. */
export function returnedEvent(
  { reference, subject }: Pick<CheckoutTable, 'reference' | 'subject'>,
  { id: returnId, restock, lines }: ItemsReturn,
  { actor, now }: Cause,
): NewEvent {
  const refund = addUp(lines.map(line => line.refund))
  return { type: 'checkout.returned', at: now, actor, subject, data: { reference, returnId, restock, refund } }
}
