/** Deletes a cart, with its lines by cascade. The next added item creates the row again. */

import { sql } from 'kysely'
import { type CartWriteParameters, isOwnCart, statementOfOwner } from '../cart.sql.ts'
import { cartWrite, writeArguments } from './cart-function.sql.ts'

/** The function. */
export const deleteCartRow = cartWrite('delete_cart_1', '', {
  returns: 'table (id text)',
  body: `delete from carts c where c.id = p_cart returning c.id into id;
      return next;`,
})

/** Returns the cart if there was one. */
export const deleteCart = statementOfOwner<CartWriteParameters, { id: string }>(
  (parameter, engine) =>
    engine === 'postgres'
      ? sql`select id from ${sql.raw(deleteCartRow.name)}(${writeArguments(parameter)})`
      : sql`delete from carts where ${isOwnCart(parameter)} returning id`,
  'writer',
)
