/** What shipping costs, and when it is free (specification 2.5). */

import { type Decimal, decimal, zero } from '../money/money.ts'
import type { ShippingCompany } from './shop.ts'

export interface Shipping {
  price: Decimal
  /** The VAT-inclusive total from which it is free; null when it never is. */
  freeFrom: Decimal | null
}

/**
 * The price of the default company for a VAT-inclusive base; null when there is no such company or it has no rates.
 * @param exempt whether shipping is free whatever the base: customer, group, all products, or a promotion
 */
export function computeShipping(companies: ShippingCompany[], base: Decimal, exempt: boolean): Shipping | null {
  const company = companies.find(each => each.default)
  const rate = company && (company.rates.findLast(({ from }) => decimal(from).lte(base)) ?? company.rates[0])
  if (!rate) return null
  const freeFrom = company.freeLimit === null ? null : decimal(company.freeLimit)
  const free = exempt || freeFrom?.lte(base)
  return { price: free ? zero : decimal(rate.price), freeFrom }
}
