/** The events of checkouts. */

import type { CheckoutTable } from '../db/checkout-tables.ts'
import type { EventType, NewEvent } from '../events/event.ts'
import type { NewChange } from '../history/history.ts'
import type { Author } from '../model/author.ts'
import type { ItemsReturn } from './returns/items-return.ts'
import { addUp } from './returns/refund.ts'

/** Who changes a checkout, and when. */
export interface Cause {
  /** The administrator, such as `admin:web-shop`. */
  actor: string
  /** Milliseconds since the epoch. */
  now: number
}

/** Who changes the state of a checkout by the admin API, and when in milliseconds since the epoch. */
export type StaffCause = Author & Pick<Cause, 'now'>

/** Returns what the history keeps of a change of the state of a checkout. */
export function stateChange(
  { reference, state: from }: Pick<CheckoutTable, 'reference' | 'state'>,
  to: CheckoutTable['state'],
  { now, ...author }: StaffCause,
): NewChange {
  return { target: `checkout:${reference}`, at: now, author, changes: [{ field: 'state', from, to }] }
}

/** Returns what the history keeps of a return: how many pieces were returned before, and how many then. */
export function returnedChange(
  { reference }: Pick<CheckoutTable, 'reference'>,
  { before, after }: { before: readonly ItemsReturn[]; after: readonly ItemsReturn[] },
  { now, ...author }: StaffCause,
): NewChange {
  const changes = [{ field: 'returnedQuantity', from: piecesOf(before), to: piecesOf(after) }]
  return { target: `checkout:${reference}`, at: now, author, changes }
}

function piecesOf(returns: readonly ItemsReturn[]): number {
  return returns.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0)
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

/** The actor of what nobody does: a hold ends by its time. */
const CLOCK = 'clock'

/** What decides whether the end of a checkout's hold is to be told. */
export type HoldEnd = Pick<CheckoutTable, 'reference' | 'state' | 'subject' | 'expires_at' | 'told_end'>

/**
 * Returns the event of a hold that has ended by its time and of which nothing was told; none for any other checkout. What changes such a hold
 * records it first, since the clock finds the hold no more.
 * @param row the checkout before the change
 * @param now milliseconds since the epoch
 */
export function endedEvents({ reference, state, subject, ...hold }: HoldEnd, now: number): NewEvent[] {
  const { expires_at: expiresAt, told_end: toldEnd } = hold
  if (state !== 'held' || expiresAt > now || toldEnd === expiresAt) return []
  const data = { reference, expiresAt: new Date(expiresAt).toISOString() }
  return [{ type: 'checkout.expired', at: now, actor: CLOCK, subject, data }]
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
