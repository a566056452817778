/** Keeps a guest's cart that is only looked at from being taken for an idle one, without making the look wait for a write. */

import type { Owner } from '../auth/identity.ts'
import { isTouchDue, type StoredCart } from './cart.ts'

const DAY_MS = 86_400_000

interface TouchOptions {
  /** False when there was nothing to note any more. */
  touchCart: (owner: Owner) => Promise<boolean>
  /** How many days an idle cart is kept; 0 keeps it for ever. */
  keptDays: number
}

/**
 * Notes, where it has to be, that the cart just read is used at `now` (milliseconds since the epoch).
 * @returns false when the cart may just have been deleted, and has to be read again
 */
export type TouchIfDue = (owner: Owner, cart: StoredCart, now: number) => Promise<boolean>

/** Makes the function that notes uses: in the background and one at a time, but at once where the cart is about to be deleted. */
export function createCartToucher({ touchCart, keptDays }: TouchOptions): TouchIfDue {
  const keptMs = keptDays === 0 ? Number.POSITIVE_INFINITY : keptDays * DAY_MS
  let noting: Promise<unknown> | undefined
  return async (owner, cart, now) => {
    if (owner.kind !== 'guest' || !isTouchDue(cart, now)) return true
    if ((cart.usedAt ?? now) + keptMs <= now) return touchCart(owner)
    // What is not noted now is noted by the next look.
    noting ??= touchCart(owner)
      .catch(() => {})
      .finally(() => (noting = undefined))
    return true
  }
}
