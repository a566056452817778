/** Cart merge at login: moves a guest's cart into a member's cart in one transaction. */

import { cartIdOf, type Guest, type Member } from '../../auth/identity.ts'
import { keyOf } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import type { LimitLockWait } from '../../db/write-turns.ts'
import { recordEvents } from '../../events/record-events.sql.ts'
import { lockOrInsertCart, type WriteCart } from '../storage/write-cart.sql.ts'
import { tokensEndAt } from './guest-tokens-end.ts'
import { type MergeResult, mergeLocked } from './merge.sql.ts'
import type { MoveHolds } from './move-holds-interface.ts'

/** The result of a merge. `merged`: the guest was merged into this member, by this call or an earlier one. */
export type MergeOutcome = MergeResult | 'customer_not_active'

/** Options of `createMergeStore`. */
export interface MergeOptions {
  /** Maximum number of lines of a cart. */
  maxLines: number
  /** Lifetime of a guest's token in milliseconds. */
  guestTtlMs: number
  moveHolds: MoveHolds
}

/**
 * Creates the merge store. Every merge locks the member's cart first and the guest's second, which prevents deadlocks.
 */
export function createMergeStore(writeCart: WriteCart, { maxLines, guestTtlMs, moveHolds }: MergeOptions) {
  return {
    /**
     * Moves the guest's lines and choices to the member, and cancels the guest.
     * @param times `presentedUntil`: when the presented token of the guest ends; milliseconds since the epoch
     * @throws Refusal 422 `cart_full` or 503 `cart_busy`; nothing is moved then
     */
    mergeGuest(
      member: Member,
      guest: Guest,
      { presentedUntil, now }: { presentedUntil: number; now: number },
    ): Promise<MergeOutcome> {
      const write = async (queries: Queries, limitLockWait: LimitLockWait): Promise<MergeOutcome> => {
        const isLocked = await lockOrInsertCart(queries, keyOf(member), now)
        if (!isLocked) return 'customer_not_active'
        await limitLockWait()
        const actor = cartIdOf(member)
        const endsAt = tokensEndAt(now, guestTtlMs, presentedUntil)
        const merge = { member, guest, maxLines, moveHolds, pointer: '/guestToken', actor, tokensEndAt: endsAt, now }
        const { result, events } = await mergeLocked(queries, merge)
        await recordEvents(queries, events)
        return result
      }
      return writeCart(cartIdOf(member), { locked: write, hasWritten: result => result === 'merged' })
    },
  }
}

/** The merge statement of one database. */
export type MergeStore = ReturnType<typeof createMergeStore>
