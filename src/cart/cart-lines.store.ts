/** Changes to the lines of a cart, one conditional statement each. Adding, which may open a cart, is in `cart.store.ts`. */

import { sql } from 'kysely'
import type { Owner } from '../auth/identity.ts'
import type { Queries } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { keyOf, noteUseBefore, type OwnerKey, ownLine, withOwnLine } from './cart.sql.ts'
import type { Notes } from './cart.ts'

type LineKey = OwnerKey & { itemId: string; now: number }
type Touched = { id: string }

export type CartLineStore = ReturnType<typeof cartLineStore>

/**
 * The statements of lines. Each says whether it did anything.
 * @param now milliseconds since the epoch
 */
export function cartLineStore(database: Queries, now: () => number) {
  const beginWrite = (owner: Owner, itemId: string) => beginLineWrite(database, owner, itemId, now())

  return {
    /** Sets a line's quantity. False when the owner has no such line. */
    async saveQuantity(owner: Owner, itemId: string, quantity: number): Promise<boolean> {
      const line = await beginWrite(owner, itemId)
      return (await updateQuantity(database, { ...line, quantity })).length > 0
    },

    /** Saves the notes that are given, if the shop (which limits their length) is still at `shopRevision`. */
    async saveNotes(owner: Owner, itemId: string, notes: Notes, shopRevision: number): Promise<boolean> {
      const { orderNote = null, giftNote = null, giftPackage = false } = notes
      const rows = await updateNotes(database, {
        ...(await beginWrite(owner, itemId)),
        shopRevision,
        setsOrderNote: flag(notes.orderNote !== undefined),
        orderNote,
        setsGiftNote: flag(notes.giftNote !== undefined),
        giftNote,
        setsGiftPackage: flag(notes.giftPackage !== undefined),
        giftPackage: flag(giftPackage),
      })
      return rows.length > 0
    },

    /** Deletes a line. False when the owner has no such line. */
    async deleteItem(owner: Owner, itemId: string): Promise<boolean> {
      return (await deleteLine(database, await beginWrite(owner, itemId))).length > 0
    },
  }
}

/** An id that cannot be a line's never reaches the database, which would choke on U+0000. */
async function beginLineWrite(database: Queries, owner: Owner, itemId: string, now: number): Promise<LineKey> {
  const key = { ...keyOf(owner), itemId: /^[0-9a-f-]{36}$/.test(itemId) ? itemId : '', now }
  await noteUseBefore(database, key)
  return key
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

const updateQuantity = prepared<LineKey & { quantity: number }, Touched>(
  (parameter, engine) => sql`
    ${withOwnLine(parameter, engine)}
    update cart_lines set quantity = ${parameter('quantity')}
    where ${ownLine(parameter, engine)}
    returning id`,
)

type NoteValues = {
  setsOrderNote: 0 | 1
  orderNote: string | null
  setsGiftNote: 0 | 1
  giftNote: string | null
  setsGiftPackage: 0 | 1
  giftPackage: 0 | 1
}

const updateNotes = prepared<LineKey & NoteValues & { shopRevision: number }, Touched>(
  (parameter, engine) => sql`
    ${withOwnLine(parameter, engine)}
    update cart_lines set
      order_note = case when ${parameter('setsOrderNote')} = 1 then ${parameter('orderNote')} else order_note end,
      gift_note = case when ${parameter('setsGiftNote')} = 1 then ${parameter('giftNote')} else gift_note end,
      gift_package = case when ${parameter('setsGiftPackage')} = 1 then ${parameter('giftPackage')} else gift_package end
    where ${ownLine(parameter, engine)}
      and exists (select 1 from shop where revision = ${parameter('shopRevision')})
    returning id`,
)

const deleteLine = prepared<LineKey, Touched>(
  (parameter, engine) => sql`
    ${withOwnLine(parameter, engine)}
    delete from cart_lines where ${ownLine(parameter, engine)}
    returning id`,
)
