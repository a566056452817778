/** Item ids of the agents' door: `UCP_ITEM_ID` says whether they are ids of products and variants, or SKUs. */

import type { ItemKey } from '../catalog/stock/item-key.ts'

/** What an item id is: `id` for `108` and `101-3` (product and variant), `sku` for the SKU of product or variant. */
export type ItemIdKind = 'id' | 'sku'

const ID = /^([1-9]\d{0,15})(?:-([1-9]\d{0,15}))?$/

/**
 * Returns the item id of a product (`variantId` 0) or a variant.
 * @param item its key and its own SKU. One without a SKU, such as a line whose item has lost it, is `id:101-3`, which names no item
 */
export function itemIdOf(item: ItemKey & { sku: string | null }, kind: ItemIdKind): string {
  const id = item.variantId === 0 ? `${item.productId}` : `${item.productId}-${item.variantId}`
  if (kind === 'id') return id
  return item.sku ?? `id:${id}`
}

/** Reads an item id of the kind `id`; undefined for a text of another form. Whether the item exists is not known. */
export function parseItemId(text: string): ItemKey | undefined {
  const [, product, variant = '0'] = ID.exec(text) ?? []
  const key = { productId: Number(product), variantId: Number(variant) }
  return Number.isSafeInteger(key.productId) && Number.isSafeInteger(key.variantId) ? key : undefined
}
