/** Pages of events. */

import type { CallOptions, Schemas } from '../responses.ts'

/** What has happened: `id`, `type`, `at`, `actor`, `subject` and `data`. New types are added: ignore unknown ones. */
export type ShopEvent = Omit<Schemas['Event'], 'type'> & { type: ShopEventType | (string & {}) }

/** The known types of events. */
export type ShopEventType =
  | 'cart.merged'
  | 'ucp_cart.continued'
  | 'handoff.consumed'
  | 'checkout.held'
  | 'checkout.completed'
  | 'checkout.released'
  | 'checkout.cancelled'
  | 'checkout.expired'
  | 'checkout.returned'
  | 'product.sold_out'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'coupon.changed'
  | 'coupon.deleted'
  | 'campaign.changed'
  | 'campaign.deleted'
  | 'campaign.codes_created'
  | 'campaign.codes_switched_off'
  | 'import.applied'

/** A page of events. */
export interface EventPage {
  /** The events in the order of their ids. */
  data: ShopEvent[]
  /** Whether further events follow. The next page begins after the id of the last event. */
  hasMore: boolean
}

/** Options of `events.list`. */
export interface EventQuery extends CallOptions {
  /** The id of the last event that the caller has. Defaults to 0: the page begins with the first event that is kept. */
  after?: number
  /** The number of events of a page, from 1 to 200. Defaults to 50. */
  limit?: number
}
