/** Reads the list of events from its end: the API gives it from its beginning, by ids without gaps. */

/**
 * @typedef {object} OfficeEvent
 * @property {number} id
 * @property {string} type
 * @property {string} at
 * @property {string | null} actor
 * @property {string | null} subject
 * @property {Record<string, any>} data
 */

/** @typedef {(after: number, limit: number) => Promise<OfficeEvent[]>} ReadAfter reads events with greater ids, in their order */

/** Events of a request, at most. */
export const PAGE = 200

/**
 * @typedef {object} Timeline
 * @property {OfficeEvent[]} events newest first, those that were looked at
 * @property {OfficeEvent | null} first the oldest event that is kept; null where there is none
 * @property {number} after the id before the oldest one in `events`
 */

/** Makes the reader of the API. @param {(path: string) => Promise<any>} get @returns {ReadAfter} */
export function readerOf(get) {
  return async (after, limit) => (await get(`/events?after=${after}&limit=${limit}`)).data
}

/** Reads the newest page. @param {ReadAfter} read @returns {Promise<Timeline>} */
export async function readNewest(read) {
  const [first] = await read(0, 1)
  if (!first) return { events: [], first: null, after: 0 }
  const after = await findLastPage(read, first.id - 1)
  const events = await read(after, PAGE)
  return { events: events.reverse(), first, after }
}

/**
 * Finds a place with events behind it, but no more than a page: in steps that grow, then by halves.
 * @param {ReadAfter} read
 * @param {number} start a place with events behind it
 */
async function findLastPage(read, start) {
  const hasAfter = async (/** @type {number} */ id) => (await read(id, 1)).length > 0
  let low = start
  let step = PAGE
  while (await hasAfter(low + step)) {
    low += step
    step *= 2
  }
  for (let high = low + step; high - low > PAGE; ) {
    const middle = low + Math.floor((high - low) / 2)
    if (await hasAfter(middle)) low = middle
    else high = middle
  }
  return low
}

/** Whether there are older events to read. @param {Timeline} timeline */
export function hasOlder({ first, after }) {
  return first !== null && after >= first.id
}

/** Reads the page before. @param {ReadAfter} read @param {Timeline} timeline @returns {Promise<Timeline>} */
export async function readOlder(read, { events, first, after }) {
  const start = Math.max(after - PAGE, (first?.id ?? 1) - 1)
  const older = await read(start, after - start)
  return { events: [...events, ...older.reverse()], first, after: start }
}

/** Reads what has happened since. @param {ReadAfter} read @param {Timeline} timeline @returns {Promise<Timeline>} */
export async function readNewer(read, timeline) {
  const [newest] = timeline.events
  if (!newest) return readNewest(read)
  const newer = await read(newest.id, PAGE)
  // After so many events, the timeline starts again.
  if (newer.length === PAGE) return readNewest(read)
  return { ...timeline, events: [...newer.reverse(), ...timeline.events] }
}

/**
 * Groups events by their day, in the order they have.
 * @param {readonly OfficeEvent[]} events
 * @param {string} timeZone
 * @returns {{ day: string, events: OfficeEvent[] }[]} `day`: such as `2026-11-24`
 */
export function groupByDay(events, timeZone) {
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  /** @type {{ day: string, events: OfficeEvent[] }[]} */
  const days = []
  for (const event of events) {
    const day = format.format(new Date(event.at))
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
