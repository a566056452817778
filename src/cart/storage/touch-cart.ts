/** Touches guest carts that are only read, so that they do not count as idle, without delaying the read by a write. */

import type { Owner } from '../../auth/identity.ts'
import { DAY_MS } from '../../units.ts'
import { isTouchDue, type StoredCart } from '../cart.ts'

interface TouchOptions {
  /** Resolves to false when the cart was touched within a day, or does not exist. */
  touchCart: (owner: Owner) => Promise<boolean>
  /** Retention of idle carts in days; 0 for unlimited. */
  keptDays: number
}

/**
 * Touches the cart that was just read, if the touch is due.
 * @param now milliseconds since the epoch
 * @returns false when the cart may have been deleted and must be read again
 */
export type TouchIfDue = (owner: Owner, cart: StoredCart, now: number) => Promise<boolean>

/** Creates the touch function. It touches one cart at a time in the background, and waits only when the retention has expired. */
export function createCartToucher({ touchCart, keptDays }: TouchOptions): TouchIfDue {
  const keptMs = keptDays === 0 ? Number.POSITIVE_INFINITY : keptDays * DAY_MS
  let touching: Promise<unknown> | undefined
  return async (owner, cart, now) => {
    if (owner.kind !== 'guest' || !isTouchDue(cart, now)) return true
    if ((cart.usedAt ?? now) + keptMs <= now) return touchCart(owner)
    // A touch that is skipped here, or fails, is made by the next read of the cart.
    touching ??= touchCart(owner)
      .catch(() => {})
      .finally(() => (touching = undefined))
    return true
  }
}
