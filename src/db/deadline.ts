/** Deadlines that cover several waits, also those of several attempts. */

import { LockConflict } from './unavailable.ts'

/** A deadline of waits for others. */
export interface Deadline {
  /** Returns the milliseconds that are left. The first call begins them. @throws LockConflict when none is left */
  remainingMs(): number
}

/** Creates a deadline. @param now a clock in milliseconds that is never set back */
export function deadlineIn(milliseconds: number, now = () => performance.now()): Deadline {
  let endsAt: number | undefined
  return {
    remainingMs() {
      endsAt ??= now() + milliseconds
      const remaining = Math.ceil(endsAt - now())
      if (remaining <= 0) throw new LockConflict('the time for the write is over')
      return remaining
    },
  }
}
