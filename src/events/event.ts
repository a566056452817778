/** Events: rare facts that other systems follow. */

/** The types of events. The list is part of the API: types are added, none is renamed. */
export const EVENT_TYPES = [
  'cart.merged',
  'ucp_cart.continued',
  'handoff.consumed',
  'checkout.held',
  'checkout.completed',
  'checkout.released',
  'checkout.cancelled',
  'checkout.expired',
  'checkout.returned',
  'product.sold_out',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'coupon.changed',
  'coupon.deleted',
  'campaign.changed',
  'campaign.deleted',
  'campaign.codes_created',
  'campaign.codes_switched_off',
  'import.applied',
] as const

/** Type of an event. */
export type EventType = (typeof EVENT_TYPES)[number]

/** The actor of what the `sepet` command does. */
export const COMMAND_LINE = 'command-line'

const MAX_ACTOR_LENGTH = 255

/** A recorded event. */
export interface Event {
  /** Ascending: an event that becomes visible later has a greater id. */
  id: number
  type: EventType
  /** Milliseconds since the epoch. */
  at: number
  /** As of `NewEvent`; null once that customer is deleted. */
  actor: string | null
  /** As of `NewEvent`; null once that customer is deleted. */
  subject: string | null
  data: Readonly<Record<string, unknown>>
}

/** An event to record. It contains no email, no name of a customer and no token. */
export interface NewEvent {
  type: EventType
  /** Milliseconds since the epoch. */
  at: number
  /** Who caused it: `admin:<name>`, `member:42`, `guest:<uuid>`, `command-line`, or `clock` for what happens by its time. */
  actor: string
  /** What it is about: an owner (`member:42`), a coupon (`coupon:YAZ10`), a campaign (`campaign:7`), a product (`product:101`); null for an import. */
  subject: string | null
  /** Facts besides the subject. Customers' ids belong into `actor` and `subject` alone, where a deletion removes them. */
  data: Readonly<Record<string, unknown>>
}

/**
 * Returns the customer whose deletion changes an event: the one that it names, and none for the deletion itself, which tells other systems
 * whom to delete.
 * @throws Error when its actor and its subject are two customers
 */
export function customerOf({ type, actor, subject }: Pick<NewEvent, 'type' | 'actor' | 'subject'>): number | null {
  if (type === 'customer.deleted') return null
  const ids = new Set([actor, subject ?? ''].flatMap(each => /^member:(\d+)$/.exec(each)?.[1] ?? []))
  if (ids.size > 1) throw new Error('An event names one customer at most.')
  const [id] = ids
  return id === undefined ? null : Number(id)
}

/** Returns an actor as both databases can store it. The subject of an administrator's token may be any text of any length. */
export function storableActor(actor: string): string {
  return actor.slice(0, MAX_ACTOR_LENGTH).replaceAll('\0', '\ufffd').toWellFormed()
}
