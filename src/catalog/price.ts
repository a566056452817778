/** The price of one unit, resolved at request time (specification 2.4). Rounding happens later, on line totals. */

import { type Decimal, decimal, percent, zero } from '../money/money.ts'

/** A price reduction: `percent` and `amount` come off the price, `price` replaces it. Never raises a price. */
export interface Discount {
  type: 'percent' | 'amount' | 'price'
  value: string
  /** Milliseconds since the epoch; the first instant it holds. Null: since ever. */
  startsAt: number | null
  /** The first instant it no longer holds. Null: for ever. */
  endsAt: number | null
}

/** Prices by customer group id. */
export type GroupPrices = Record<string, string>

/** What a product or a variant says about its price; a variant's null `price` leaves it to the product. */
export interface Priced {
  price: Decimal | null
  discount: Discount | null
  groupPrices: GroupPrices | null
}

/** Who asks, and when. */
export interface PriceContext {
  customerGroupId: number | null
  now: number
}

/**
 * The raw unit price, with all its decimals: the variant's own price, else the product's; a group price (of the
 * variant, else of the product) replaces it; an active discount (the variant's, else the product's) then reduces it.
 */
export function resolveUnitPrice(product: Priced, variant: Priced | null, context: PriceContext): Decimal {
  const listed = variant?.price ?? product.price ?? zero
  const grouped = groupPrice(variant, context) ?? groupPrice(product, context)
  const price = grouped === undefined ? listed : decimal(grouped)
  const discount = variant?.discount ?? product.discount
  return discount && isActive(discount, context.now) ? reduce(price, discount) : price
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
