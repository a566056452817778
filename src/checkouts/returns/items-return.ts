/** The model of returns: items of a completed checkout that came back. */

import type { Money } from '../../money/money.ts'

/** A line of a return, as it is stored. The amounts are null where the checkout was held without those of lines. */
export interface ReturnedLine {
  /** The line of the held cart; null where the cart was condensed. */
  itemId: string | null
  productId: number
  /** Null for a product without variants. */
  variantId: number | null
  quantity: number
  refund: Money | null
  net: Money | null
  vat: Money | null
}

/** A return of items. */
export interface ItemsReturn {
  id: string
  /** Milliseconds since the epoch. */
  at: number
  /** Whether what the order took of these pieces was added to the stock. */
  restock: boolean
  lines: readonly ReturnedLine[]
}

/** Pieces of an item. `variantId` is null for a product without variants. */
interface Pieces {
  productId: number
  variantId: number | null
  quantity: number
}

/** Returns how many pieces were returned, by a key of their lines. */
export function returnedPieces(
  returns: readonly Pick<ItemsReturn, 'lines'>[],
  keyOf: (line: ReturnedLine) => string,
): ReadonlyMap<string, number> {
  const pieces = new Map<string, number>()
  for (const line of returns.flatMap(({ lines }) => lines)) {
    pieces.set(keyOf(line), (pieces.get(keyOf(line)) ?? 0) + line.quantity)
  }
  return pieces
}

/** The key of an item: its product and variant. */
export function keyOfPieces({ productId, variantId }: Omit<Pieces, 'quantity'>): string {
  return `${productId}-${variantId ?? 0}`
}

/** The name of a line within its checkout: its id, or its item where the cart was condensed. */
export function nameOfLine({ itemId, ...item }: Omit<Pieces, 'quantity'> & { itemId: string | null }): string {
  return itemId ?? keyOfPieces(item)
}
