/** Shipping price and free-shipping threshold (specification 2.5). */

import { type Decimal, decimal, zero } from '../money/money.ts'
import type { ShippingCompany } from './shop.ts'

/** The shipping price of a cart. */
export interface Shipping {
  price: Decimal
  /** VAT-inclusive total from which shipping is free; null when there is no such threshold. */
  freeFrom: Decimal | null
}

/** Facts of a cart that its shipping price depends on. */
export interface ShippingContext {
  /** VAT-inclusive base of the cart. */
  base: Decimal
  /** Whether shipping is free for any base: by customer, customer group, all products, or promotion. */
  isExempt: boolean
}

/**
 * Computes the shipping price of the default company.
 * @returns null when there is no default company or it has no rates
 */
export function computeShipping(companies: ShippingCompany[], { base, isExempt }: ShippingContext): Shipping | null {
  const company = companies.find(each => each.default)
  const rate = company && (company.rates.findLast(({ from }) => decimal(from).lte(base)) ?? company.rates[0])
  if (!rate) return null
  const freeFrom = company.freeLimit === null ? null : decimal(company.freeLimit)
  const free = isExempt || freeFrom?.lte(base)
  return { price: free ? zero : decimal(rate.price), freeFrom }
}
