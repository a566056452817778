/** The events of customers. They name fields, never values. */

import type { EventType, NewEvent } from '../events/event.ts'
import type { Author } from '../model/author.ts'
import { changedFields } from './customer-history.ts'
import type { CustomerRow } from './customer-row.ts'

/** Who writes customers, and when. */
export interface Cause extends Author {
  /** Milliseconds since the epoch. */
  now: number
}

/** Returns the events of new customers. */
export function createdEvents(rows: readonly CustomerRow[], cause: Cause): NewEvent[] {
  return rows.map(({ id }) => eventOf('customer.created', id, cause))
}

/** Returns the event of a changed customer with the names of its changed fields; none when every value is as before. */
export function updatedEvents(before: CustomerRow, after: CustomerRow, cause: Cause): NewEvent[] {
  const fields = changedFields(before, after)
  return fields.length === 0 ? [] : [{ ...eventOf('customer.updated', after.id, cause), data: { fields } }]
}

/** Returns the event of a deleted customer. */
export function deletedEvent(id: number, cause: Cause): NewEvent {
  return eventOf('customer.deleted', id, cause)
}

function eventOf(type: EventType, id: number, { actor, now }: Cause): NewEvent {
  return { type, at: now, actor, subject: `member:${id}`, data: {} }
}
