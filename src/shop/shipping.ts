/** Shipping price and free-shipping threshold (specification 2.5). */

import { type Decimal, decimal, zero } from '../money/money.ts'
import type { ShippingCompany } from './shop.ts'

/** The shipping price of a cart. */
export interface Shipping {
  price: Decimal
  /** VAT-inclusive total from which shipping is free; null when there is no such threshold. */
  freeFrom: Decimal | null
}

/**
 * Computes the shipping price of the default company.
 * @param base the VAT-inclusive base of the cart
 * @param exempt whether shipping is free for any base: by customer, customer group, all products, or promotion
 * @returns null when there is no default company or it has no rates
 */
export function computeShipping(companies: ShippingCompany[], base: Decimal, exempt: boolean): Shipping | null {
  const company = companies.find(each => each.default)
  const rate = company && (company.rates.findLast(({ from }) => decimal(from).lte(base)) ?? company.rates[0])
  if (!rate) return null
  const freeFrom = company.freeLimit === null ? null : decimal(company.freeLimit)
  const free = exempt || freeFrom?.lte(base)
  return { price: free ? zero : decimal(rate.price), freeFrom }
}
