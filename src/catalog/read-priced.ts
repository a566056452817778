/** Stored prices. */

import { decimal } from '../money/money.ts'
import type { Discount, GroupPrices, Priced } from './price.ts'

/** Reads the price columns of a product or a variant. */
export function readPriced(price: string | null, discount: string | null, groupPrices: string | null): Priced {
  return {
    price: price === null ? null : decimal(price),
    discount: discount === null ? null : (JSON.parse(discount) as Discount),
    groupPrices: groupPrices === null ? null : (JSON.parse(groupPrices) as GroupPrices),
  }
}
