/** SQL fragments of a cart's times: its last use, exact to one day, and its last change, exact to ten minutes. */

import { type RawBuilder, sql } from 'kysely'
import { CHANGE_INTERVAL_MS, TOUCH_INTERVAL_MS } from '../cart.ts'

const touchInterval = sql.lit(TOUCH_INTERVAL_MS)
const changeInterval = sql.lit(CHANGE_INTERVAL_MS)

/** When a cart last changed. A cart that was not written since the column was added has its last use instead. */
export const changedAt: RawBuilder<number> = sql`coalesce(carts.changed_at, carts.used_at)`

/** The condition that a use of the cart at `now` is stored. @param now milliseconds since the epoch */
export function isUseDue(now: number): RawBuilder<boolean> {
  return sql`carts.used_at + ${touchInterval} < ${now}`
}

/** The condition that a change of the cart at `now` is stored. @param now milliseconds since the epoch */
export function isChangeDue(now: number): RawBuilder<boolean> {
  return sql`${changedAt} + ${changeInterval} < ${now}`
}

/**
 * The assignments of a write to the times of the cart's row. `used_at` changes at most once a day and `changed_at` once in ten minutes,
 * so that most PostgreSQL updates are HOT updates (no index change).
 * @param now milliseconds since the epoch
 */
export function writtenAt(now: number): RawBuilder<unknown> {
  return sql`used_at = case when ${isUseDue(now)} then ${now} else carts.used_at end,
    changed_at = case when ${isChangeDue(now)} then ${now} else ${changedAt} end`
}
