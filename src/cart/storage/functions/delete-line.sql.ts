/** Deletes a line. */

import { sql } from 'kysely'
import { isOwnLine, type LineWriteParameters, statementOfOwner } from '../cart.sql.ts'
import { cartWrite, writeArguments } from './cart-function.sql.ts'
import { recordWrite } from './record-write.sql.ts'

/** The function. */
export const deleteCartLine = cartWrite('delete_line_1', ', p_item text', {
  returns: 'table (id text)',
  body: `delete from cart_lines l where l.cart_id = p_cart and l.id = p_item returning l.id into id;
      if found then
        perform ${recordWrite.name}(p_cart, p_now);
        return next;
      end if;`,
})

/** Returns the line if the owner had it. */
export const deleteLine = statementOfOwner<LineWriteParameters, { id: string }>(
  (parameter, engine) =>
    engine === 'postgres'
      ? sql`select id from ${sql.raw(deleteCartLine.name)}(${writeArguments(parameter)}, ${parameter('itemId')})`
      : sql`delete from cart_lines where ${isOwnLine(parameter)} returning id`,
  'writer',
)
