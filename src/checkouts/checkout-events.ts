/** The events of checkouts. */

import type { EventType, NewEvent } from '../events/event.ts'
import type { Checkout } from './checkout.ts'

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
  { reference, subject, over_limit }: { reference: string; subject: Checkout['subject']; over_limit: 0 | 1 },
  { actor, now }: Cause,
): NewEvent {
  const data = type === 'checkout.completed' ? { reference, overLimit: over_limit === 1 } : { reference }
  return { type, at: now, actor, subject, data }
}
