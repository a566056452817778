/** Cart line writes: one conditional statement per change, a function on PostgreSQL. Adding an item, which may create a cart, is in `add-line.sql.ts`. */

import type { Owner } from '../../auth/identity.ts'
import { keyOf, type OwnerKey } from '../../auth/owner-key.ts'
import type { Queries } from '../../db/database.ts'
import type { Notes } from '../cart.ts'
import type { LineWriteParameters } from '../storage/cart.sql.ts'
import { deleteLine } from '../storage/functions/delete-line.sql.ts'
import { updateNotes } from '../storage/functions/set-notes.sql.ts'
import { updateQuantity } from '../storage/functions/set-quantity.sql.ts'
import { recordLineWrite } from '../storage/touch-cart.sql.ts'
import type { WriteCart } from '../storage/write-cart.sql.ts'

type WriteLine = (queries: Queries, key: OwnerKey, line: LineWriteParameters) => Promise<{ id: string }[]>

/** The cart line writes of one database. */
export type CartLineStore = ReturnType<typeof createCartLineStore>

/**
 * Creates the cart line writes. Each resolves to whether it changed a row.
 * @param writeCart runs each write after earlier writes to the same cart; throws a Refusal 503 `cart_busy` after its deadline
 * @param now milliseconds since the epoch
 */
export function createCartLineStore(writeCart: WriteCart, now: () => number) {
  const writeLine = (owner: Owner, itemId: string, write: WriteLine) => {
    const key = keyOf(owner)
    const line = { itemId: toLineId(itemId), now: now() }
    return writeCart(key.cartId, {
      attempt: async (queries, waitMs) => {
        if (queries.engine === 'sqlite') await recordLineWrite(queries, key, line)
        return (await write(queries, key, { ...line, waitMs })).length > 0
      },
      hasWritten: isChanged => isChanged,
    })
  }

  return {
    /** Sets a line's quantity. @returns false when the owner has no such line */
    saveQuantity(owner: Owner, itemId: string, quantity: number): Promise<boolean> {
      return writeLine(owner, itemId, (queries, key, line) => updateQuantity(queries, key, { ...line, quantity }))
    },

    /**
     * Saves the notes that are not undefined.
     * @param shopRevision the shop revision whose length limits the notes were checked against
     * @returns false when the owner has no such line, or the shop has another revision
     */
    saveNotes(owner: Owner, itemId: string, notes: Notes, shopRevision: number): Promise<boolean> {
      const { orderNote = null, giftNote = null, giftPackage = false } = notes
      const values = {
        shopRevision,
        setsOrderNote: flag(notes.orderNote !== undefined),
        orderNote,
        setsGiftNote: flag(notes.giftNote !== undefined),
        giftNote,
        setsGiftPackage: flag(notes.giftPackage !== undefined),
        giftPackage: flag(giftPackage),
      }
      return writeLine(owner, itemId, (queries, key, line) => updateNotes(queries, key, { ...line, ...values }))
    },

    /** Deletes a line. @returns false when the owner has no such line */
    deleteItem(owner: Owner, itemId: string): Promise<boolean> {
      return writeLine(owner, itemId, deleteLine)
    },
  }
}

/** Replaces an id that is not a UUID by an empty text: PostgreSQL rejects text that contains U+0000. */
function toLineId(itemId: string): string {
  return /^[0-9a-f-]{36}$/.test(itemId) ? itemId : ''
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0
}
