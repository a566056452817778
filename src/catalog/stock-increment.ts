/** Quantity steps of products in carts (specification 2.3). */

import type { Product } from './product.ts'

/** Returns the product's stock increment when it has a stock unit (for example 0.5 metre), otherwise 1. */
export function stockIncrementOf({ stockUnit, stockIncrement }: Pick<Product, 'stockUnit' | 'stockIncrement'>): number {
  return stockUnit === '' ? 1 : stockIncrement
}
