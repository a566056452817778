/** Reads events as another system does: by the id of the last one that it has. */

import assert from 'node:assert/strict'
import { EVENTS } from '../../../src/api-paths.ts'
import { whenFree } from '../cart/cart.ts'
import type { Answer, TestService } from '../service/service.ts'

/** An event of a response. */
export interface EventData {
  id: number
  type: string
  at: string
  actor: string | null
  subject: string | null
  data: Record<string, unknown>
}

/** A page of events. */
export interface EventPage {
  data: EventData[]
  meta: { limit: number }
  links: { next: string | null }
}

/** Requests events with a token that may read them. */
export async function callEvents(service: TestService, query = ''): Promise<Answer> {
  const token = await service.token('admin', { id: 'follower', scope: 'events:read' })
  return service.call('GET', `${EVENTS}${query}`, { token })
}

/** Reads one page, again while other readers keep it waiting. */
export async function readPage(service: TestService, query = ''): Promise<EventPage> {
  const answer = await whenFree(() => callEvents(service, query))
  assert.equal(answer.status, 200, answer.text)
  return answer.json as EventPage
}

/** Reads all events after an id, page by page. */
export async function eventsAfter(service: TestService, after = 0): Promise<EventData[]> {
  const { data, links } = await readPage(service, `?after=${after}&limit=200`)
  const last = data.at(-1)
  return links.next === null || !last ? data : [...data, ...(await eventsAfter(service, last.id))]
}

/** Creates a function that returns the events since its last call, without their ids and times. */
export async function watchEvents(service: TestService): Promise<() => Promise<Omit<EventData, 'id' | 'at'>[]>> {
  let last = (await eventsAfter(service)).at(-1)?.id ?? 0
  return async () => {
    const events = await eventsAfter(service, last)
    last = events.at(-1)?.id ?? last
    return events.map(({ id, at, ...event }) => event)
  }
}
