/** What an order took from the stored stock, as it is stored with the checkout, and what of it comes back with a return. */

import { type ItemKey, itemKeyOf } from '../../catalog/stock/item-key.ts'

/** A product, a variant or 0, and a quantity. */
type TakenItem = [productId: number, variantId: number, quantity: number]

/** A quantity of an item. */
interface Taken extends ItemKey {
  quantity: number
}

/** Reads what an order took. */
export function toTakenItems(taken: string | null): Taken[] {
  const items = JSON.parse(taken ?? '[]') as TakenItem[]
  return items.map(([productId, variantId, quantity]) => ({ productId, variantId, quantity }))
}

/** Writes what an order took; null for nothing. */
export function writeTaken(items: readonly Taken[]): string | null {
  const rows = items.map(({ productId, variantId, quantity }): TakenItem => [productId, variantId, quantity])
  return rows.length > 0 ? JSON.stringify(rows) : null
}

/**
 * Splits what an order took by a return.
 * @returns `back`: the returned pieces that it took; `left`: what a cancellation gives back from now on
 */
export function splitTaken(taken: string | null, returned: readonly Taken[]): { back: Taken[]; left: string | null } {
  const quantities = new Map(returned.map(item => [itemKeyOf(item), item.quantity]))
  const items = toTakenItems(taken)
  const backOf = (item: Taken) => Math.min(item.quantity, quantities.get(itemKeyOf(item)) ?? 0)
  const back = items.map(item => ({ ...item, quantity: backOf(item) }))
  const left = items.map(item => ({ ...item, quantity: item.quantity - backOf(item) }))
  const isSome = ({ quantity }: Taken) => quantity > 0
  return { back: back.filter(isSome), left: writeTaken(left.filter(isSome)) }
}
