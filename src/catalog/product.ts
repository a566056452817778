/** Products and variants with the fields that carts need. */

import type { Decimal } from '../money/money.ts'
import type { Priced } from './price.ts'

/** A product of the shop. */
export interface Product extends Priced {
  name: string
  image: string | null
  onSale: boolean
  /** VAT rate in percent. */
  vatRate: number
  /** VAT rate as a factor: 0.2 for 20 percent. */
  vat: Decimal
  freeCargo: boolean
  stock: Decimal
  /** Empty for a product sold by the piece. */
  stockUnit: string
  /** The value of the shop file; carts show that of `stockIncrementOf`. */
  stockIncrement: number
  /** By id, including variants that are no longer on sale, because carts may contain them. */
  variants: ReadonlyMap<number, Variant>
}

/** A variant of a product. */
export interface Variant extends Priced {
  onSale: boolean
  stock: Decimal
}
