/** The page of events of API responses: its schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { Id, instant, nullable } from '../schema/fields.ts'
import { pageOf } from '../schema/keyset.ts'
import { EVENT_TYPES, type Event } from './event.ts'

const EventDocument = Type.Object(
  {
    id: Id(),
    type: Type.String({
      pattern: '^[a-z]+\\.[a-z_]+$',
      description: `one of ${EVENT_TYPES.join(', ')}; further types may be added`,
      examples: ['customer.created'],
    }),
    at: instant('when it happened, by the clock of the instance'),
    actor: nullable(
      Type.String({
        description:
          'admin:<name>, member:<id>, guest:<uuid> or command-line: who caused it. Null once that customer is deleted',
        examples: ['admin:back-office'],
      }),
    ),
    subject: nullable(
      Type.String({
        description:
          'member:<id>, guest:<uuid>, coupon:<code>, campaign:<id> or product:<id>: what it is about. Null for an import, and once that customer is deleted',
        examples: ['member:42'],
      }),
    ),
    data: Type.Object({}, { description: 'facts by the type of the event', additionalProperties: true }),
  },
  { title: 'Event' },
)

/** The response of the endpoint: events in the order of their ids. */
export const EventPageDocument = pageOf(EventDocument, 'EventPage')

/** A page of events to present. */
export interface EventPage {
  /** Up to `limit` events, and one more where there is a next page. */
  events: readonly Event[]
  limit: number
  /** URL of the list, without a query. */
  url: string
}

/** Presents a page. Its link to the next page contains the id of its last event. */
export function presentEvents({ events, limit, url }: EventPage): Static<typeof EventPageDocument> {
  const shown = events.slice(0, limit)
  const last = shown.at(-1)
  const hasNext = events.length > limit && last !== undefined
  return {
    data: shown.map(event => ({ ...event, at: new Date(event.at).toISOString() })),
    meta: { limit },
    links: { next: hasNext ? `${url}?after=${last.id}&limit=${limit}` : null },
  }
}
