/** Products and variants with the fields that carts need. */

import type { DecidedCoverage } from '../model/campaign.ts'
import type { ProductTerms } from '../model/term.ts'
import type { Decimal } from '../money/money.ts'
import type { Priced } from './price.ts'

/**
 * Maximum number of variants of a product, those included that are stored for carts only: a cart's read loads all variants of its products.
 * Shopify allows 2,048.
 */
export const MAX_VARIANTS = 5_000
/** Maximum number of group prices of one product or variant. */
export const MAX_GROUP_PRICES = 1_000
/** Maximum number of group prices of a product and its variants. */
export const MAX_GROUP_PRICES_IN_ALL = 100_000
/** Maximum number of prices by quantity of one product or variant. */
export const MAX_TIER_PRICES = 20
/** Maximum of the first quantity of such a price: that of a line. */
export const MAX_TIER_FROM = 100_000

/** What carts show of an item alone, with the texts beside it. `cart/pricing/line-form.ts` writes it. */
interface ItemText {
  /** The form of lines for which the texts were written. */
  form: object
  texts: readonly string[]
}

/** An item that may keep its text, which ends with it: a changed product is another object. */
interface Written {
  text?: ItemText | undefined
}

/** A product of the shop. */
export interface Product extends Priced, Written {
  sku: string | null
  name: string
  image: string | null
  onSale: boolean
  /** VAT rate in percent. */
  vatRate: number
  /** Factor from net to gross amounts: 1.2 for 20 percent. */
  vatFactor: Decimal
  freeCargo: boolean
  /** Brand, categories and tags, as they are compared; null for none. */
  terms: ProductTerms | null
  /** Which campaigns cover it; a changed product is another object. */
  decided?: DecidedCoverage | undefined
  stock: Decimal
  /** Whether it is sold at any stock. */
  backorder: boolean
  /** Empty for a product sold by the piece. */
  stockUnit: string
  /** The value of the shop file; carts show that of `stockIncrementOf`. */
  stockIncrement: number
  /** Whether a variant is on sale: the product is ordered by a variant then. */
  hasVariantsOnSale: boolean
  /** By id, including variants that are no longer on sale, because carts may contain them. */
  variants: ReadonlyMap<number, Variant>
}

/** A variant of a product. */
export interface Variant extends Priced, Written {
  /** Null for that of its product, as `image`. */
  sku: string | null
  name: string
  image: string | null
  onSale: boolean
  stock: Decimal
  /** Its own value, else that of its product. */
  backorder: boolean
}
