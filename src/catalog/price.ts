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

/** A price from a quantity on, as it is stored: of a customer group, or of everyone whose group has none. */
export interface TierPrice {
  /** First quantity of a line that has this price. */
  from: number
  price: string
  customerGroupId?: number
}

/** A price from a quantity on, as it is resolved. */
export interface Tier {
  from: number
  price: Decimal
  /** Null for everyone whose group has none. */
  customerGroupId: number | null
}

/** The price data of a product or a variant. A variant with a null `price` has the price of its product. */
export interface Priced {
  price: Decimal | null
  discount: Discount | null
  groupPrices: GroupPrices | null
  /** With `from` descending; null for none, on a variant for those of its product. */
  tierPrices: readonly Tier[] | null
}

/** The customer group (null without one), the quantity and the time, in milliseconds since the epoch, for which a price is resolved. */
export interface PriceContext {
  customerGroupId: number | null
  quantity: number
  now: number
}

/** A raw, unrounded unit price, and the one before the discount. */
export interface ResolvedPrice {
  price: Decimal
  /** Null where no discount lowers the price. */
  listPrice: Decimal | null
}

/** A quantity from which on the unit price is another one. */
export interface QuantityPrice {
  from: number
  /** Raw and unrounded. */
  price: Decimal
}

/**
 * Resolves the raw, unrounded unit price: the variant's price, otherwise the product's. A group price (of the variant, otherwise
 * of the product) replaces it. The price of the quantity (of the variant, otherwise of the product) replaces both where it is
 * lower. An active discount (of the variant, otherwise of the product) then reduces it.
 */
export function resolvePrice(product: Priced, variant: Priced | null, context: PriceContext): ResolvedPrice {
  const listed = variant?.price ?? product.price ?? zero
  const grouped = groupPrice(variant, context) ?? groupPrice(product, context)
  const single = grouped === undefined ? listed : decimal(grouped)
  const tiers = variant?.tierPrices ?? product.tierPrices
  const price = tiers === null ? single : priceOfQuantity(single, tiers, context)
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
 * Returns the quantities above 1 from which on the unit price is another one than below, ascending.
 * @example quantityPrices(product, null, { customerGroupId: null, now }) // [{ from: 10, price: 89.9 }]
 */
export function quantityPrices(
  product: Priced,
  variant: Priced | null,
  context: Omit<PriceContext, 'quantity'>,
): QuantityPrice[] {
  const tiers = variant?.tierPrices ?? product.tierPrices
  if (tiers === null) return []
  const priceAt = (quantity: number) => resolveUnitPrice(product, variant, { ...context, quantity })
  let below = priceAt(1)
  return tiersOfGroup(tiers, context.customerGroupId)
    .filter(({ from }) => from > 1)
    .toReversed()
    .flatMap(({ from }) => {
      const price = priceAt(from)
      const isSame = price.eq(below)
      below = price
      return isSame ? [] : [{ from, price }]
    })
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

/** The highest tier that the quantity reaches counts, also where a lower one costs less. */
function priceOfQuantity(
  single: Decimal,
  tiers: readonly Tier[],
  { customerGroupId, quantity }: PriceContext,
): Decimal {
  const reached = tiersOfGroup(tiers, customerGroupId).find(({ from }) => from <= quantity)
  return reached?.price.lt(single) ? reached.price : single
}

/** The tiers of a customer group; where it has none, those without a group. */
function tiersOfGroup(tiers: readonly Tier[], customerGroupId: number | null): readonly Tier[] {
  const own = customerGroupId === null ? [] : tiers.filter(tier => tier.customerGroupId === customerGroupId)
  return own.length > 0 ? own : tiers.filter(tier => tier.customerGroupId === null)
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
