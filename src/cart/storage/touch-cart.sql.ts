/** Statements that store the time of a use or a change of a cart, where no other statement of the request does. */

import { sql } from 'kysely'
import { mayWrite, statementOfOwner } from './cart.sql.ts'
import { changedAt, isChangeDue, isUseDue, writtenAt } from './cart-times.sql.ts'

type Touch = { now: number }

/**
 * Touches a cart: sets `used_at`. Returns no row when the cart was touched within a day, when there is no cart, or when the guest
 * was merged.
 */
export const touchCart = statementOfOwner<Touch, { id: string }>(
  parameter => sql`
    update carts set used_at = ${parameter('now')}, changed_at = ${changedAt}
    where id = ${parameter('cartId')} and merged_into is null and ${isUseDue(parameter('now'))}
    returning id`,
)

/** Stores the time of an add on SQLite, where line writes do not update the cart's row. It follows in the add's transaction. */
export const recordAdd = statementOfOwner<Touch, never>(
  parameter => sql`
    update carts set ${writtenAt(parameter('now'))}
    where id = ${parameter('cartId')} and (${isChangeDue(parameter('now'))} or ${isUseDue(parameter('now'))})`,
)

/**
 * Stores the time of a write to an existing line on SQLite. It precedes the write: a cart that was just written to could otherwise be
 * deleted as idle.
 */
export const recordLineWrite = statementOfOwner<Touch & { itemId: string }, never>(
  parameter => sql`
    update carts set ${writtenAt(parameter('now'))}
    where id = ${parameter('cartId')} and (${isChangeDue(parameter('now'))} or ${isUseDue(parameter('now'))})
      and exists (select 1 from cart_lines where cart_id = ${parameter('cartId')} and id = ${parameter('itemId')})
      and ${mayWrite(parameter)}`,
)
