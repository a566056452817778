/** The lock of a cart's owner for a completion: the cart's row, and for a member also where there is none. */

import { sql } from 'kysely'
import { lockCart } from '../cart/storage/write-cart.sql.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { LimitLockWait } from '../db/write-turns.ts'

/**
 * What a completion has locked. `cart`: the cart, also one that another write has created meanwhile, which comes first then. `placeholder`: a
 * row that stands for a cart and goes with the transaction.
 */
export type OwnerLock = 'cart' | 'placeholder' | 'none'

/**
 * Locks the row of a cart. Where a member has none it inserts one, which no read sees and for which other completions of the member wait: of
 * two first orders, the later one finds the earlier.
 * @param now milliseconds since the epoch
 */
export async function lockOwner(
  queries: Queries,
  limitLockWait: LimitLockWait,
  { cartId, now }: { cartId: string; now: number },
): Promise<OwnerLock> {
  for (;;) {
    if ((await lockCart(queries, { cartId })).length > 0) return 'cart'
    // The embedded engine has one writer, and a guest no first order.
    if (queries.engine === 'sqlite' || !cartId.startsWith('member:')) return 'none'
    await limitLockWait()
    if ((await insertPlaceholder(queries, { cartId, now })).length > 0) return 'placeholder'
  }
}

/** Deletes the row that stands for a cart. */
export async function deletePlaceholder({ kysely }: Queries, cartId: string): Promise<void> {
  await kysely.deleteFrom('carts').where('id', '=', cartId).execute()
}

const insertPlaceholder = prepared<{ cartId: string; now: number }, { id: string }>(
  parameter => sql`
    insert into carts (id, created_at, used_at, changed_at)
    values (${parameter('cartId')}, ${parameter('now')}, ${parameter('now')}, ${parameter('now')})
    on conflict (id) do nothing returning id`,
)
