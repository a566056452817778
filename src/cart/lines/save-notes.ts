/** Saving the notes of a line: one refusal names every invalid field and every note that is longer than the shop allows. */

import Type, { type Static } from 'typebox'
import { Refusal, refusal } from '../../errors.ts'
import { createSchemaCheck } from '../../schema/check.ts'
import { Text } from '../../schema/fields.ts'
import { violationOf } from '../../schema/violation.ts'
import { retryOnImport } from '../../shop/retry-on-import.ts'
import type { LoadShop } from '../../shop/shop.store.ts'
import { explainLongNotes, type Notes } from '../cart.ts'
import type { CartReader, PresentedCart, ReadCart } from '../read-cart.ts'
import type { CartLineStore } from './cart-lines.store.ts'

const Note = Type.Union([Text({ description: 'text' }), Type.Null()], { description: 'text without U+0000, or null' })

/** The body of PATCH /cart-items/:itemId/notes. The lengths of notes are limited by the shop. */
export const SetNotes = Type.Object({
  orderNote: Type.Optional(Note),
  giftNote: Type.Optional(Note),
  giftPackage: Type.Optional(Type.Boolean({ description: 'true or false' })),
})

const checkNotes = createSchemaCheck(SetNotes)

interface NotesSources {
  lines: CartLineStore
  readCart: ReadCart
  loadShop: LoadShop
}

/**
 * Saves notes. The write requires the shop revision that the length limits were checked against, and is repeated when an import
 * has changed it.
 * @param body the body of the request, unchecked
 * @throws Refusal 422 `field_invalid` and `note_too_long`, 404 `item_not_found`
 */
export async function saveNotes(
  { lines, readCart, loadShop }: NotesSources,
  reader: CartReader,
  itemId: string,
  body: unknown,
): Promise<PresentedCart> {
  const { problems, sound } = checkNotes(body)
  const invalid = [...problems].map(([pointer, problem]) => violationOf(pointer, problem))
  const notes = notesOf(sound)
  return retryOnImport(async () => {
    const { revision, shop } = await loadShop()
    const violations = [...invalid, ...explainLongNotes(notes, shop.settings)]
    const saved = violations.length === 0 && (await lines.saveNotes(reader.owner, itemId, notes, revision))
    const read = await readCart(reader)
    const { cart } = read
    if (saved) return read
    if (invalid.length === 0 && !cart.lines.some(line => line.id === itemId)) throw unknownItem()
    if (violations.length > 0 && cart.shopRevision === revision) throw new Refusal(violations)
    return undefined
  })
}

/** Returns the valid fields of a body; an empty note clears the note. */
function notesOf({ orderNote, giftNote, giftPackage }: Partial<Static<typeof SetNotes>>): Notes {
  return {
    ...(orderNote !== undefined && { orderNote: orderNote || null }),
    ...(giftNote !== undefined && { giftNote: giftNote || null }),
    ...(giftPackage !== undefined && { giftPackage }),
  }
}

/** The refusal of a line that is not in the owner's cart. */
export function unknownItem(): Refusal {
  return refusal('item_not_found')
}
