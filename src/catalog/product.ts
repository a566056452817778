/** What carts need to know of a product. */

import type { Decimal } from '../money/money.ts'
import type { Priced } from './price.ts'

export interface Product extends Priced {
  name: string
  image: string | null
  onSale: boolean
  /** In percent, as it is shown. */
  vatRate: number
  /** The same as a factor: 0.2 for 20. */
  vat: Decimal
  freeCargo: boolean
  stock: Decimal
  /** Empty where it is sold by the piece. */
  stockUnit: string
  /** As the shop says; `stockIncrementOf` is what carts show. */
  stockIncrement: number
  /** By id; also those that are not on sale any more, since carts may hold them. */
  variants: ReadonlyMap<number, Variant>
}

export interface Variant extends Priced {
  onSale: boolean
  stock: Decimal
}
