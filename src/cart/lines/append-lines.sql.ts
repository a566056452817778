/** Adds lines of one cart to another, within a transaction that has locked the other cart. */

import { sql } from 'kysely'
import type { OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import type { CartLineTable } from '../../db/cart-tables.ts'
import { MAX_QUANTITY } from '../cart.ts'

const LINES_PER_INSERT = 200

/**
 * Inserts lines in their order, after the lines of the cart. Equal lines are combined: quantities are added up to the maximum, and the
 * notes of the cart's own lines take precedence.
 */
export async function appendLines(
  queries: Queries,
  { cartId }: OwnerKey,
  appended: readonly Omit<CartLineTable, 'cart_id'>[],
): Promise<void> {
  if (appended.length === 0) return
  const { last } = await queries.kysely
    .selectFrom('cart_lines')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql<number>`0`).as('last'))
    .where('cart_id', '=', cartId)
    .executeTakeFirstOrThrow()
  const lines = appended
    .toSorted((a, b) => a.position - b.position)
    .map((line, index) => ({ ...line, cart_id: cartId, position: last + index + 1 }))
  for (let start = 0; start < lines.length; start += LINES_PER_INSERT) {
    await addLines(queries, lines.slice(start, start + LINES_PER_INSERT))
  }
}

async function addLines({ kysely }: Queries, lines: CartLineTable[]): Promise<void> {
  await kysely
    .insertInto('cart_lines')
    .values(lines)
    .onConflict(conflict =>
      conflict.columns(['cart_id', 'product_id', 'variant_id']).doUpdateSet({
        quantity: sql<number>`case when cart_lines.quantity + excluded.quantity > ${sql.lit(MAX_QUANTITY)}
          then ${sql.lit(MAX_QUANTITY)} else cart_lines.quantity + excluded.quantity end`,
        order_note: sql`coalesce(cart_lines.order_note, excluded.order_note)`,
        gift_note: sql`coalesce(cart_lines.gift_note, excluded.gift_note)`,
        gift_package: sql`case when cart_lines.gift_package = 1 then 1 else excluded.gift_package end`,
      }),
    )
    .execute()
}
