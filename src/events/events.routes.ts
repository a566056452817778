/** The endpoint of events (GET /events): other systems follow what happens by the ids of the events. */

import { EVENTS } from '../api-paths.ts'
import type { App } from '../http/fastify-types.ts'
import { EventPageDocument, presentEvents } from './event.document.ts'
import { eventQuery } from './event-query.ts'
import * as docs from './events.docs.ts'
import type { FindEvents } from './events.store.ts'

/** The dependencies of the endpoint. */
export interface EventsDependencies {
  findEvents: FindEvents
  publicUrl: string
}

/** Registers `GET /events`, which needs `events:read`. */
export function eventsRoutes(app: App, { findEvents, publicUrl }: EventsDependencies): void {
  app.get(
    EVENTS,
    {
      config: { access: 'events:read', validatedByHandler: { querystring: eventQuery.schema }, docs: docs.listEvents },
      schema: { response: { 200: EventPageDocument } },
    },
    async ({ given }) => {
      const query = eventQuery.read(given.query)
      const events = await findEvents(query)
      return presentEvents({ events, limit: query.limit, url: `${publicUrl}${EVENTS}` })
    },
  )
}
