/** The step of a product's quantities in carts (specification 2.3). */

import type { Product } from './product.ts'

/** The product's step where it is sold by a unit, such as half a metre; pieces are sold one by one. */
export function stockIncrementOf({ stockUnit, stockIncrement }: Pick<Product, 'stockUnit' | 'stockIncrement'>): number {
  return stockUnit === '' ? 1 : stockIncrement
}
