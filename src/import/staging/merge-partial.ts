/** An offer that a file says only in part, merged with the stored one. */

import type { Discount, TierPrice } from '../../catalog/price.ts'
import { MAX_TIER_PRICES } from '../../catalog/product.ts'
import { isGreater, isImportableStock, sumOf } from '../../shop-file/decimal-text.ts'
import type { PartialOffer } from '../../shop-file/imported-records.ts'

/** What an item is sold for, and how many there are. Decimals are text; a variant with a null price has its product's. */
export interface StoredOffer {
  price: string | null
  discount: Discount | null
  stock: string
  tierPrices: readonly TierPrice[]
}

/** Why a partial offer cannot be merged: the stock would fall below zero, or have too many digits, or there would be too many prices by quantity. */
export type MergeFault = 'negative-stock' | 'long-stock' | 'many-tiers'

/**
 * Merges what a file says of an offer with what is stored.
 * @param said what the file says in full; absent members keep what is stored
 * @param sellsNegative whether a change may take the stock below zero
 * @example mergePartial({ price: '100', discount: onSale('80'), … }, {}, { paid: '75' }) // price 100, discount to 75
 */
export function mergePartial(
  stored: StoredOffer,
  said: Partial<StoredOffer>,
  partial: PartialOffer,
  sellsNegative = false,
): StoredOffer | MergeFault {
  const full = { ...stored, ...said }
  const stock = partial.stockChange === undefined ? full.stock : added(full.stock, partial.stockChange, sellsNegative)
  if (stock === 'negative-stock' || stock === 'long-stock') return stock
  const tierPrices = withTiers(full.tierPrices, partial.tierPrices ?? [])
  if (tierPrices.length > MAX_TIER_PRICES) return 'many-tiers'
  if (partial.paid !== undefined) return { ...withPaid(stored, partial.paid), stock, tierPrices }
  if (partial.sale === undefined) return { ...full, stock, tierPrices }
  return { price: full.price, discount: withSale(full, stored.discount, partial.sale), stock, tierPrices }
}

/** Prices of other quantities, and those of customer groups, stay. */
function withTiers(stored: readonly TierPrice[], said: NonNullable<PartialOffer['tierPrices']>): readonly TierPrice[] {
  if (said.length === 0) return stored
  const quantities = new Set(said.map(({ from }) => from))
  const others = stored.filter(tier => tier.customerGroupId !== undefined || !quantities.has(tier.from))
  return [...others, ...said.flatMap(({ from, price }) => (price === null ? [] : [{ from, price }]))]
}

function added(stock: string, change: string, sellsNegative: boolean): string {
  const after = sumOf([stock, change.replace(/^\+/, '')])
  if (!isImportableStock(after)) return 'long-stock' satisfies MergeFault
  const falls = isGreater('0', after) && !isGreater('0', stock) && !sellsNegative
  return falls ? ('negative-stock' satisfies MergeFault) : after
}

/** The price before the sale stays; without a sale, or above that price, what is paid is the price. */
function withPaid({ price, discount }: StoredOffer, paid: string): Pick<StoredOffer, 'price' | 'discount'> {
  if (discount === null || price === null || !isGreater(price, paid)) return { price: paid, discount: null }
  return { price, discount: { type: 'price', value: paid, startsAt: null, endsAt: null } }
}

function withSale(
  { price }: StoredOffer,
  stored: Discount | null,
  sale: NonNullable<PartialOffer['sale']>,
): Discount | null {
  if (sale.price === null) return null
  const value = sale.price === undefined ? stored?.value : sale.price
  if (value === undefined) return null
  const type = sale.price === undefined && stored !== null ? stored.type : 'price'
  if (type === 'price' && price !== null && !isGreater(price, value)) return null
  return { type, value, ...periodOf(stored, sale) }
}

/** A stored half that no longer fits to the other one ends with it. */
function periodOf(
  stored: Discount | null,
  { startsAt, endsAt }: NonNullable<PartialOffer['sale']>,
): Pick<Discount, 'startsAt' | 'endsAt'> {
  const period = {
    startsAt: startsAt === undefined ? (stored?.startsAt ?? null) : startsAt,
    endsAt: endsAt === undefined ? (stored?.endsAt ?? null) : endsAt,
  }
  const isEmpty = period.startsAt !== null && period.endsAt !== null && period.endsAt <= period.startsAt
  if (!isEmpty) return period
  return startsAt === undefined
    ? { startsAt: null, endsAt: period.endsAt }
    : { startsAt: period.startsAt, endsAt: null }
}
