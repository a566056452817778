/** The event calls of the client: a page of events, and a follower that continues with what happens next. */

import { type Api, bodyOf, type CallOptions, type Schemas, toRows } from '../responses.ts'
import type { EventPage, EventQuery, ShopEvent } from './event-page.ts'
import { type FollowOptions, followEvents } from './follow-events.ts'
import { given } from './query.ts'

/** Options of {@link EventsClient}`.count`. */
export interface EventCountQuery extends CallOptions {
  /** How many hours are counted: the present one, and those before it. Defaults to 168. */
  hours?: number
}

/** The numbers of events by hour and type. */
export interface EventCounts {
  /** The hours and types that have events. */
  counts: Schemas['EventCounts']['data']
  /** The time in ISO 8601 from which every event is counted. */
  completeSince: string
}

/**
 * The event calls of a client.
 *
 * Every call throws the codes of every administrator's call (see `AdminClient`), and 400 `parameter_invalid`.
 */
export type EventsClient = ReturnType<typeof createEventsClient>

/**
 * Creates the event calls of a client.
 *
 * @param api The typed transport, which sends the access token.
 * @returns The event calls.
 * @example
 *
 * ```ts
 * import createTransport from "openapi-fetch"
 * import type { paths } from "../api.generated.ts"
 * import { createEventsClient } from "./events.ts"
 *
 * const events = createEventsClient(createTransport<paths>({ baseUrl: 'https://shop.example.com' }))
 * console.log((await events.list({ after: 2 })).data.length)
 * ```
 */
export function createEventsClient(api: Api) {
  const list = async ({ after, limit, ...options }: EventQuery = {}): Promise<EventPage> => {
    const params = { query: given({ after, limit }) }
    const result = api.GET('/api/v3/admin/events', { params, ...options })
    return bodyOf(result, document => ({ data: toRows(document), hasMore: document.links.next !== null }))
  }

  return {
    /**
     * Reads a page of events. Requires the scope `events:read`.
     *
     * @param query The id of the last event that the caller has, the size of the page, and an `AbortSignal`.
     * @returns The page; an empty one if nothing has happened since.
     * @throws SepetError with a code of every call (see {@link EventsClient}).
     */
    list,

    /**
     * Counts the events of the last hours by hour and type, for charts. Requires the scope `events:read`.
     *
     * @param query How many hours are counted, 1 to 744, 168 by default; and an `AbortSignal`.
     * @returns The counts, in the order of the hours in UTC, and the time from which no event is missing in them.
     * @throws SepetError with a code of every call (see {@link EventsClient}).
     */
    count: async ({ hours, ...options }: EventCountQuery = {}): Promise<EventCounts> => {
      const params = { query: given({ hours }) }
      const result = api.GET('/api/v3/admin/events/counts', { params, ...options })
      return bodyOf(result, document => ({ counts: toRows(document), completeSince: document.meta.completeSince }))
    },

    /**
     * Follows the events: yields each event once, in the order of the ids, and waits for the next ones. Requires the scope `events:read`.
     *
     * The follower keeps one page in memory and no state elsewhere. Store the id of an event after it was handled, and pass the
     * stored id as `after` at the next start: an event that was handled but not stored then comes again. An id that is greater than
     * the last one by more than one shows that the events between are no longer kept.
     *
     * Temporary failures (network failures, timeouts, failures of the `token` function, responses of proxies, 408, 429 and 5xx) are
     * repeated after a wait that doubles from one second up to `maxWaitSeconds`. The iterator throws any other error, and the last
     * failure after `maxFailures` in succession; start it again with the stored id.
     *
     * @param options The id to continue from, the limits of waits and failures, and an `AbortSignal`, which ends the iterator without
     *   an error.
     * @returns The events.
     * @throws RangeError If an option is out of its range.
     * @example
     *
     * ```ts
     * import { createAdminClient } from "sepet-client/admin"
     *
     * declare function readLastId(): Promise<number>
     * declare function writeLastId(id: number): Promise<void>
     *
     * const { events } = createAdminClient({ baseUrl: 'https://shop.example.com', token: 'eyJ…' })
     * for await (const { id, type, subject } of events.follow({ after: await readLastId(), intervalSeconds: 5 })) {
     *   console.log(id, type, subject)
     *   await writeLastId(id)
     * }
     * ```
     */
    follow: (options: FollowOptions = {}): AsyncGenerator<ShopEvent, void, undefined> => followEvents(list, options),
  }
}
