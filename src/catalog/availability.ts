/** Availability of items for sale (specification 2.4). */

import { type Decimal, zero } from '../money/money.ts'
import type { Product, Variant } from './product.ts'

/** The item of a cart line: the variant, or the product of a line without a variant. */
export interface StockedItem {
  /** False when the shop has withdrawn the product or the variant from sale, or the item cannot be ordered without a variant. */
  onSale: boolean
  stock: Decimal
  /** Whether it is sold at any stock. */
  backorder: boolean
}

/** Why nobody may buy an item, whatever its stock: it is off sale, or the product is ordered by a variant. */
export type UnavailableReason = 'withdrawn' | 'variant_required'

/** Returns why nobody may buy the item of a line; undefined where it is on sale. @param variant null for a line without variant */
export function whyUnavailable(
  product: Pick<Product, 'onSale' | 'hasVariantsOnSale'>,
  variant: Pick<Variant, 'onSale'> | null,
): UnavailableReason | undefined {
  if (!product.onSale || variant?.onSale === false) return 'withdrawn'
  return variant === null && product.hasVariantsOnSale ? 'variant_required' : undefined
}

/** Returns the item of a line. @param variant null for a line without variant */
export function stockedItem(
  product: Pick<Product, 'onSale' | 'stock' | 'backorder' | 'hasVariantsOnSale'>,
  variant: Pick<Variant, 'onSale' | 'stock' | 'backorder'> | null,
): StockedItem {
  const { stock, backorder } = variant ?? product
  return { onSale: whyUnavailable(product, variant) === undefined, stock, backorder }
}

/**
 * Returns true for an item on sale with backorder or with stock above zero, and for every item of a shop that sells at negative stock. While the
 * stock guard counts, `stock` is what is left to the cart.
 */
export function isAvailableForSale(
  { onSale, stock, backorder }: StockedItem,
  { sellAtNegativeStock }: { sellAtNegativeStock: boolean },
): boolean {
  return sellAtNegativeStock || (onSale && (backorder || stock.gt(zero)))
}
