/** Stored prices. */

import { decimal } from '../money/money.ts'
import type { Discount, GroupPrices, Priced, Tier, TierPrice } from './price.ts'

/** The price columns of a product or a variant. */
export interface PriceColumns {
  price: string | null
  discount: string | null
  group_prices: string | null
  tier_prices: string | null
}

/** Reads the price columns of a product or a variant. */
export function readPriced({ price, discount, group_prices, tier_prices }: PriceColumns): Priced {
  return {
    price: price === null ? null : decimal(price),
    discount: discount === null ? null : (JSON.parse(discount) as Discount),
    groupPrices: group_prices === null ? null : (JSON.parse(group_prices) as GroupPrices),
    tierPrices: tier_prices === null ? null : readTiers(tier_prices),
  }
}

/** The highest quantity first, as `Priced` has them. */
function readTiers(stored: string): Tier[] {
  return readTierPrices(stored)
    .map(({ from, price, customerGroupId = null }) => ({ from, price: decimal(price), customerGroupId }))
    .sort((a, b) => b.from - a.from)
}

/** Reads stored prices by quantity; null is an empty list. */
export function readTierPrices(stored: string | null): TierPrice[] {
  return stored === null ? [] : (JSON.parse(stored) as TierPrice[])
}

/** Writes prices by quantity as they are stored: those without a group first, then by group and quantity, so that equal lists are equal texts. */
export function writeTierPrices(prices: readonly TierPrice[]): string | null {
  return prices.length > 0 ? JSON.stringify(orderedTierPrices(prices)) : null
}

/** Returns prices by quantity in the order in which they are stored and shown. */
export function orderedTierPrices(prices: readonly TierPrice[]): TierPrice[] {
  return prices
    .toSorted((a, b) => (a.customerGroupId ?? 0) - (b.customerGroupId ?? 0) || a.from - b.from)
    .map(({ from, price, customerGroupId }) => ({
      from,
      price,
      ...(customerGroupId !== undefined && { customerGroupId }),
    }))
}
