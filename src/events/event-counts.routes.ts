/** The endpoint of the numbers of events by hour (GET /events/counts), for charts. */

import Type from 'typebox'
import { EVENTS } from '../api-paths.ts'
import type { App } from '../http/fastify-types.ts'
import { instant } from '../schema/fields.ts'
import { defineQuery, integer } from '../schema/list-query.ts'
import { DAY_MS } from '../units.ts'
import { EVENT_TYPES } from './event.ts'
import type { CountEvents } from './event-counts.store.ts'
import * as docs from './events.docs.ts'

const HOUR_MS = 3_600_000
/** A month of hours. */
const MAX_HOURS = 744
const WEEK_HOURS = 168

const query = defineQuery({
  hours: integer({
    maximum: MAX_HOURS,
    default: WEEK_HOURS,
    description: 'how many hours are counted: the present one, and those before it',
  }),
})

const CountsDocument = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        hour: instant('the beginning of the hour, in UTC'),
        type: Type.String({ description: `one of ${EVENT_TYPES.join(', ')}; further types may be added` }),
        count: Type.Integer(),
      }),
    ),
    meta: Type.Object({
      completeSince: instant('the time from which every event is counted: the last 50,000 are'),
    }),
  },
  { title: 'EventCounts' },
)

/** The dependencies of the endpoint. */
export interface EventCountsDependencies {
  countEvents: CountEvents
  /** Days for which events are kept. */
  retentionDays: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Registers `GET /events/counts`, which needs `events:read`. */
export function eventCountsRoutes(app: App, { countEvents, retentionDays, now }: EventCountsDependencies): void {
  app.get(
    `${EVENTS}/counts`,
    {
      config: { access: 'events:read', validatedByHandler: { querystring: query.schema }, docs: docs.countEvents },
      schema: { response: { 200: CountsDocument } },
    },
    async ({ given }) => {
      const { hours } = query.read(given.query)
      const present = now()
      const { counts, completeSince } = await countEvents(beginningOf(present, hours))
      const keptSince = present - retentionDays * DAY_MS
      return {
        data: counts.map(({ hour, type, count }) => ({ hour: toText(hour), type, count })),
        meta: { completeSince: toText(Math.max(completeSince, keptSince)) },
      }
    },
  )
}

/** Returns the beginning of the first of the counted hours. */
function beginningOf(now: number, hours: number): number {
  return now - (now % HOUR_MS) - (hours - 1) * HOUR_MS
}

function toText(at: number): string {
  return new Date(at).toISOString()
}
