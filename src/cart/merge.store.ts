/** Cart merge at login: moves a guest's cart into a member's cart in one transaction. */

import { cartIdOf, type Guest, type Member } from '../auth/identity.ts'
import { keyOf } from '../auth/owner-key.ts'
import type { Queries } from '../db/database.ts'
import { recordEvents } from '../events/record-events.sql.ts'
import { type MergeResult, mergeLocked } from './merge.sql.ts'
import { type LimitLockWait, lockOrInsertCart, type WriteCart } from './write-cart.sql.ts'

/** The result of a merge. `merged`: the guest was merged into this member, by this call or an earlier one. */
export type MergeOutcome = MergeResult | 'customer_not_active'

/**
 * Creates the merge store. Every merge locks the member's cart first and the guest's second, which prevents deadlocks.
 * @param maxLines maximum number of lines of a cart
 */
export function createMergeStore(writeCart: WriteCart, maxLines: number) {
  return {
    /**
     * Moves the guest's lines and choices to the member, and cancels the guest.
     * @param now milliseconds since the epoch
     * @throws Refusal 422 `cart_full` or 503 `cart_busy`; nothing is moved then
     */
    mergeGuest(member: Member, guest: Guest, now: number): Promise<MergeOutcome> {
      const write = async (queries: Queries, limitLockWait: LimitLockWait): Promise<MergeOutcome> => {
        const isLocked = await lockOrInsertCart(queries, keyOf(member), now)
        if (!isLocked) return 'customer_not_active'
        await limitLockWait()
        const actor = cartIdOf(member)
        const merge = { member, guest, maxLines, pointer: '/guestToken', actor, now }
        const { result, events } = await mergeLocked(queries, merge)
        await recordEvents(queries, events)
        return result
      }
      return writeCart(cartIdOf(member), { locked: write })
    },
  }
}

/** The merge statement of one database. */
export type MergeStore = ReturnType<typeof createMergeStore>
