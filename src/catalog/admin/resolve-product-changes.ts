/** Second stage of a change of products: finds the product or variant that each change names, or why there is none. */

import type { Discount, TierPrice } from '../price.ts'
import type { ItemChange, ProductChange } from './read-product-changes.ts'

/** Key of a stored product or variant; `variantId` is 0 for a product. */
export interface ItemKey {
  productId: number
  variantId: number
}

/** The stored values that a change may replace. */
export interface StoredItem extends ItemKey {
  sku: string | null
  price: string | null
  stock: string
  onSale: boolean
  /** Null for a variant with the value of its product. */
  backorder: boolean | null
  /** The value of its product; of a product, its own. */
  backorderOfProduct: boolean
  discount: Discount | null
  tierPrices: readonly TierPrice[]
  /** Null and empty for a variant. */
  brand: string | null
  categories: readonly string[]
  tags: readonly string[]
}

/** Why a change has no item; `unnamed` where its id or SKU was refused when it was read. */
export type Unresolved = 'unknown' | 'ambiguous' | 'unnamed'

/** A change with the stored item that it names. */
export interface ResolvedItem {
  change: ItemChange
  /** What the change is about: `variant` in a list of variants, and where the SKU of a product's change is that of a variant. */
  kind: 'product' | 'variant'
  item: StoredItem | Unresolved
}

/** A change of the request's list, with the changes of its variants. */
export interface Resolved extends ResolvedItem {
  change: ProductChange
  /** Empty unless the item is a stored product. */
  variants: ResolvedItem[]
}

/** Returns an item's key as text. */
export function itemKeyOf({ productId, variantId }: ItemKey): string {
  return `${productId} ${variantId}`
}

/** Whether a change has found its item. */
export function isStored(item: ResolvedItem['item']): item is StoredItem {
  return typeof item === 'object'
}

/**
 * Resolves the changes of a request, in their order.
 * @param items the stored items that the changes name: of a SKU that is not unique, two at least
 */
export function resolveProductChanges(changes: readonly ProductChange[], items: readonly StoredItem[]): Resolved[] {
  const byKey = new Map(items.map(item => [itemKeyOf(item), item]))
  // An item without a SKU is found by its id alone, also where another item has the SKU `null`.
  const named = items.filter(({ sku }) => sku !== null)
  const bySku = Map.groupBy(named, ({ sku }) => sku)
  const variants = named.filter(({ variantId }) => variantId !== 0)
  const bySkuInProduct = Map.groupBy(variants, ({ productId, sku }) => `${productId} ${sku}`)

  function resolve(change: ProductChange): Resolved {
    const byId = (id: number) => byKey.get(itemKeyOf({ productId: id, variantId: 0 }))
    const item = find(change, byId, sku => bySku.get(sku))
    if (!isStored(item)) return { change, kind: 'product', item, variants: [] }
    if (item.variantId !== 0) return { change, kind: 'variant', item, variants: [] }
    const inProduct = change.variants?.map(variant => resolveVariant(variant, item.productId))
    return { change, kind: 'product', item, variants: inProduct ?? [] }
  }

  function resolveVariant(change: ItemChange, productId: number): ResolvedItem {
    const byId = (id: number) => byKey.get(itemKeyOf({ productId, variantId: id }))
    return { change, kind: 'variant', item: find(change, byId, sku => bySkuInProduct.get(`${productId} ${sku}`)) }
  }

  return changes.map(resolve)
}

/** Finds an item by its id, otherwise by its SKU. */
function find(
  { id, sku }: ItemChange,
  byId: (id: number) => StoredItem | undefined,
  bySku: (sku: string) => StoredItem[] | undefined,
): StoredItem | Unresolved {
  if (id !== undefined) return byId(id) ?? 'unknown'
  if (sku === undefined) return 'unnamed'
  const [item, another] = bySku(sku) ?? []
  return another ? 'ambiguous' : (item ?? 'unknown')
}
