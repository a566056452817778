/** Sets a line's quantity. */

import { sql } from 'kysely'
import { isOwnLine, type LineWriteParameters, statementOfOwner } from '../cart.sql.ts'
import { cartWrite, writeArguments } from './cart-function.sql.ts'
import { recordWrite } from './record-write.sql.ts'

/** The function. */
export const setQuantity = cartWrite('set_quantity_1', ', p_item text, p_quantity integer', {
  returns: 'table (id text)',
  body: `update cart_lines l set quantity = p_quantity where l.cart_id = p_cart and l.id = p_item returning l.id into id;
      if found then
        perform ${recordWrite.name}(p_cart, p_now);
        return next;
      end if;`,
})

/** Returns the line if the owner has it. */
export const updateQuantity = statementOfOwner<LineWriteParameters & { quantity: number }, { id: string }>(
  (parameter, engine) =>
    engine === 'postgres'
      ? sql`select id from ${sql.raw(setQuantity.name)}(${writeArguments(parameter)}, ${parameter('itemId')}, ${parameter('quantity')})`
      : sql`update cart_lines set quantity = ${parameter('quantity')} where ${isOwnLine(parameter)} returning id`,
  'writer',
)
