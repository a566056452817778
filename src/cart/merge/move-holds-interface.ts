/** Moving the holds of a merged guest: an argument of the merge, since the checkouts know the cart and not the other way round. */

import type { Queries } from '../../db/database.ts'
import type { NewEvent } from '../../events/event.ts'

/** A guest's cart that was merged into a member's. */
export interface MergedCarts {
  /** Cart id of the guest. */
  from: string
  /** Cart id of the member. */
  to: string
  customerId: number
  /** Who merges: the member, or an administrator. */
  actor: string
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Moves the holds and open checkouts of a merged guest to the member, within the transaction of the merge, which has locked both carts.
 * @returns the events of the holds that were released, which the transaction records last
 */
export type MoveHolds = (queries: Queries, carts: MergedCarts) => Promise<NewEvent[]>
