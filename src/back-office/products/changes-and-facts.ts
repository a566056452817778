/** Changes of products, and the stored items that they are decided by. */

import type { Discount } from '../../catalog/price.ts'
import type { Violation } from '../../errors.ts'

/** New values of a product or variant; a field that is left out keeps its value. */
export interface NewValues {
  /** Null for a variant that takes the price of its product. */
  price?: string | null
  stock?: string
  onSale?: boolean
  discount?: Discount | null
}

/** A change of a variant, or of a product without its variants. */
export interface ItemChange {
  /** JSON pointer in the request. */
  at: string
  id?: number
  sku?: string
  values: NewValues
}

/** A change of a product and its variants. */
export interface ProductChange extends ItemChange {
  /** Undefined where the change has no list of variants. */
  variants: ItemChange[] | undefined
}

/** The changes of a request, without their invalid fields, and what is wrong with them. */
export interface RequestedChanges {
  changes: ProductChange[]
  violations: Violation[]
}

/** What a product or variant is found by: `variantId` is 0 for a product. */
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
  discount: Discount | null
}

/** The result of a search for a SKU: the one item that has it, or how it fails. */
export type FoundSku = ItemKey | 'unknown' | 'ambiguous'

/** The stored items that a request names. */
export interface Facts {
  /** Products and variants, by `itemText`. */
  items: ReadonlyMap<string, StoredItem>
  /** By the SKUs that name products or variants. */
  skus: ReadonlyMap<string, FoundSku>
  /** By the SKUs that name variants of one product, as `variantSkuText`. */
  variantSkus: ReadonlyMap<string, FoundSku>
}

/** Returns the key of an item in `Facts`. */
export function itemText({ productId, variantId }: ItemKey): string {
  return `${productId} ${variantId}`
}

/** Returns the key of a variant's SKU in `Facts`. */
export function variantSkuText(productId: number, sku: string): string {
  return `${productId} ${sku}`
}

/** Returns the product or variant that a change names; undefined for an invalid key. */
export function findTarget({ id, sku }: ItemChange, skus: Facts['skus']): FoundSku | undefined {
  if (id !== undefined) return { productId: id, variantId: 0 }
  return sku === undefined ? undefined : (skus.get(sku) ?? 'unknown')
}

/** Returns the variant of a product that a change names; undefined for an invalid key. */
export function findVariant(
  { id, sku }: ItemChange,
  productId: number,
  variantSkus: Facts['variantSkus'],
): FoundSku | undefined {
  if (id !== undefined) return { productId, variantId: id }
  return sku === undefined ? undefined : (variantSkus.get(variantSkuText(productId, sku)) ?? 'unknown')
}
