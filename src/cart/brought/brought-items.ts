/** Items that agents' carts have brought, as they are stored: a JSON object of quantities by `<product id>-<variant id or 0>`. */

import type { ItemKey } from '../../catalog/stock/item-key.ts'
import type { UcpBroughtTable } from '../../db/ucp-tables.ts'

/** The largest quantity that was brought of each item, by `broughtItemName`. */
export type BroughtQuantities = ReadonlyMap<string, number>

/** Returns the name of an item. */
export function broughtItemName({ productId, variantId }: ItemKey): string {
  return `${productId}-${variantId}`
}

/** Reads stored quantities. */
export function broughtQuantities({ quantities }: Pick<UcpBroughtTable, 'quantities'>): BroughtQuantities {
  return new Map(Object.entries(JSON.parse(quantities) as Record<string, number>))
}

/** Returns stored quantities as items; `variantId` is null for a product without variants. */
export function broughtItems(
  row: Pick<UcpBroughtTable, 'quantities'>,
): { productId: number; variantId: number | null; quantity: number }[] {
  return [...broughtQuantities(row)].map(([name, quantity]) => {
    const [productId = 0, variantId = 0] = name.split('-').map(Number)
    return { productId, variantId: variantId === 0 ? null : variantId, quantity }
  })
}

/** Writes quantities as they are stored. */
export function broughtText(quantities: BroughtQuantities): string {
  return JSON.stringify(Object.fromEntries(quantities))
}
