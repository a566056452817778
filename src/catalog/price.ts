/** Unit prices, resolved at request time (specification 2.4). Only line totals are rounded, not unit prices. */

import { type Decimal, decimal, percent, zero } from '../money/money.ts'
import type { ShopSettings } from '../shop/shop.ts'

/** A price reduction: `percent` and `amount` are subtracted from the price, `price` replaces it. It never raises a price. */
export interface Discount {
  type: 'percent' | 'amount' | 'price'
  value: string
  /** First instant at which the discount is active, in milliseconds since the epoch. Null: no start. */
  startsAt: number | null
  /** First instant at which the discount is no longer active, in milliseconds since the epoch. Null: no end. */
  endsAt: number | null
}

/** Prices by customer group id. */
export type GroupPrices = Record<string, string>

/** The price data of a product or a variant. A variant with a null `price` has the price of its product. */
export interface Priced {
  price: Decimal | null
  discount: Discount | null
  groupPrices: GroupPrices | null
}

/** The customer group (null without one) and the time, in milliseconds since the epoch, for which a price is resolved. */
export interface PriceContext {
  customerGroupId: number | null
  now: number
}

/** A raw, unrounded unit price, and the one before the discount. */
export interface ResolvedPrice {
  price: Decimal
  /** Null where no discount lowers the price. */
  listPrice: Decimal | null
}

/**
 * Resolves the raw, unrounded unit price: the variant's price, otherwise the product's. A group price (of the variant, otherwise
 * of the product) replaces it. An active discount (of the variant, otherwise of the product) then reduces it.
 */
export function resolvePrice(product: Priced, variant: Priced | null, context: PriceContext): ResolvedPrice {
  const listed = variant?.price ?? product.price ?? zero
  const grouped = groupPrice(variant, context) ?? groupPrice(product, context)
  const price = grouped === undefined ? listed : decimal(grouped)
  const discount = variant?.discount ?? product.discount
  if (!discount || !isActive(discount, context.now)) return { price, listPrice: null }
  const reduced = reduce(price, discount)
  return { price: reduced, listPrice: reduced.lt(price) ? price : null }
}

/** Returns the raw, unrounded unit price; see `resolvePrice`. */
export function resolveUnitPrice(product: Priced, variant: Priced | null, context: PriceContext): Decimal {
  return resolvePrice(product, variant, context).price
}

/**
 * Returns the shelf price: a unit price with VAT, unrounded.
 * @param vatFactor factor from net to gross amounts
 */
export function shelfPrice(
  unitPrice: Decimal,
  vatFactor: Decimal,
  { pricesIncludeVat }: Pick<ShopSettings, 'pricesIncludeVat'>,
): Decimal {
  return pricesIncludeVat ? unitPrice : unitPrice.times(vatFactor)
}

function groupPrice(priced: Priced | null, { customerGroupId }: PriceContext): string | undefined {
  return customerGroupId === null ? undefined : priced?.groupPrices?.[customerGroupId]
}

function isActive({ startsAt, endsAt }: Discount, now: number): boolean {
  return (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)
}

function reduce(price: Decimal, discount: Discount): Decimal {
  const reduced = discounted(price, discount)
  if (reduced.lt(zero)) return zero
  return reduced.lt(price) ? reduced : price
}

function discounted(price: Decimal, { type, value }: Discount): Decimal {
  switch (type) {
    case 'percent':
      return price.minus(price.times(percent(value)))
    case 'amount':
      return price.minus(decimal(value))
    case 'price':
      return decimal(value)
  }
}
