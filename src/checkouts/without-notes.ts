/** Held carts without the notes of their lines, for the orders of deleted customers. */

import type { HeldCartDocument } from '../cart/pricing/cart.document.ts'

/** A note in a cart document that `JSON.stringify` has written; a quotation mark within a text is escaped. */
const NOTE = /"(order|gift)Note":"/

/**
 * Removes the notes of all lines from a cart document. What was bought and the amounts stay.
 * @param document the stored JSON
 * @returns the document without notes, as JSON; the same text where it has none
 */
export function withoutNotes(document: string): string {
  if (!NOTE.test(document)) return document
  const cart = JSON.parse(document) as HeldCartDocument
  const included = cart.included.map(item => ({
    ...item,
    attributes: { ...item.attributes, orderNote: null, giftNote: null },
  }))
  return JSON.stringify({ ...cart, included })
}
