/** Keys of items: a variant, which has a stock of its own, or a product without variants. */

/** Key of an item; `variantId` is 0 for a product. */
export interface ItemKey {
  productId: number
  variantId: number
}

/** Returns the key of an item as text. */
export function itemKeyOf({ productId, variantId }: ItemKey): string {
  return `${productId} ${variantId}`
}
