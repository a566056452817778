/** Sets notes of a line. */

import { sql } from 'kysely'
import { isOwnLine, type LineWriteParameters, statementOfOwner } from '../cart.sql.ts'
import { cartWrite, writeArguments } from './cart-function.sql.ts'
import { recordWrite } from './record-write.sql.ts'

/** The values of notes. A note whose flag is 0 keeps its value. */
type NoteValues = {
  setsOrderNote: 0 | 1
  orderNote: string | null
  setsGiftNote: 0 | 1
  giftNote: string | null
  setsGiftPackage: 0 | 1
  giftPackage: 0 | 1
}

/** Nothing is written when the shop has another revision. */
export const setNotes = cartWrite(
  'set_notes_1',
  `, p_item text, p_shop_revision bigint, p_sets_order_note integer, p_order_note text,
  p_sets_gift_note integer, p_gift_note text, p_sets_gift_package integer, p_gift_package integer`,
  {
    returns: 'table (id text)',
    body: `perform 1 from shop s where s.revision = p_shop_revision;
      if not found then
        return;
      end if;
      update cart_lines l set
        order_note = case when p_sets_order_note = 1 then p_order_note else l.order_note end,
        gift_note = case when p_sets_gift_note = 1 then p_gift_note else l.gift_note end,
        gift_package = case when p_sets_gift_package = 1 then p_gift_package else l.gift_package end
        where l.cart_id = p_cart and l.id = p_item returning l.id into id;
      if found then
        perform ${recordWrite.name}(p_cart, p_now);
        return next;
      end if;`,
  },
)

/** Returns the line if the owner has it, and the shop has the revision. */
export const updateNotes = statementOfOwner<
  LineWriteParameters & NoteValues & { shopRevision: number },
  { id: string }
>(
  (parameter, engine) =>
    engine === 'postgres'
      ? sql`
        select id from ${sql.raw(setNotes.name)}(${writeArguments(parameter)}, ${parameter('itemId')}, ${parameter('shopRevision')},
          ${parameter('setsOrderNote')}, ${parameter('orderNote')}, ${parameter('setsGiftNote')}, ${parameter('giftNote')},
          ${parameter('setsGiftPackage')}, ${parameter('giftPackage')})`
      : sql`
        update cart_lines set
          order_note = case when ${parameter('setsOrderNote')} = 1 then ${parameter('orderNote')} else order_note end,
          gift_note = case when ${parameter('setsGiftNote')} = 1 then ${parameter('giftNote')} else gift_note end,
          gift_package = case when ${parameter('setsGiftPackage')} = 1 then ${parameter('giftPackage')} else gift_package end
        where ${isOwnLine(parameter)}
          and exists (select 1 from shop where revision = ${parameter('shopRevision')})
        returning id`,
  'writer',
)
