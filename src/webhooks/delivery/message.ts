/** Messages to receivers: the id and the body of an event. */

import type { Event } from '../../events/event.ts'

/** The content of a message. A test has no id, no actor and no subject. */
export interface MessageContent extends Pick<Event, 'at' | 'actor' | 'subject' | 'data'> {
  id: number | null
  type: string
}

/**
 * Returns the header `webhook-id` of an event, the same for each attempt. It contains the time, because a restored database gives an id to
 * another event, which a receiver would take for a repetition.
 */
export function messageIdOf({ id, at }: Pick<Event, 'id' | 'at'>): string {
  return `evt_${id}_${at}`
}

/** Returns the body: type, time and data, and beside them what the feed shows of the event. */
export function bodyOf({ id, type, at, actor, subject, data }: MessageContent): string {
  return JSON.stringify({ type, timestamp: new Date(at).toISOString(), data, id, actor, subject })
}
