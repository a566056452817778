/** What the history keeps of a change of a product: its prices, discount, sale, name and VAT, and those of its variants. */

import { changesBetween, type FieldChange, type NewChange } from '../../history/history.ts'
import type { Author } from '../../model/author.ts'
import { decimal } from '../../money/money.ts'
import type { Discount, GroupPrices, TierPrice } from '../price.ts'
import { presentDiscount, presentGroupPrices } from './product.document.ts'

/** The values of a product or variant that the history tells about; absent is what a change cannot change. */
export interface ItemValues {
  name?: string
  onSale: boolean
  price: string | null
  vatRate?: string
  /** Where a person has set it: orders change it, too. */
  stock?: string
  discount: Discount | null
  groupPrices?: GroupPrices | null
  tierPrices: readonly TierPrice[]
}

/** A change of a product, or of a variant of it. */
export interface ItemChange {
  productId: number
  /** 0 for the product. */
  variantId: number
  before: ItemValues
  after: ItemValues
}

/** Returns the changes of products, each with those of its variants. */
export function productChanges(
  items: Iterable<ItemChange>,
  { at, author }: { at: number; author: Author },
): NewChange[] {
  const byProduct = new Map<number, FieldChange[]>()
  for (const { productId, variantId, before, after } of items) {
    const changes = byProduct.get(productId) ?? []
    const prefix = variantId === 0 ? '' : `variants.${variantId}.`
    changes.push(...changesBetween(fieldsOf(before, after, prefix), fieldsOf(after, before, prefix)))
    byProduct.set(productId, changes)
  }
  return [...byProduct].map(([productId, changes]) => ({
    ...{ target: `product:${productId}`, at, author },
    changes: author.actorName === null ? changes.filter(isNotStock) : changes,
  }))
}

/** Stocks that a program sends each minute would leave no room for other changes. */
function isNotStock({ field }: FieldChange): boolean {
  return field !== 'stock' && !field.endsWith('.stock')
}

/** The fields of an item, without those of equal amounts. */
function fieldsOf(values: ItemValues, others: ItemValues, prefix: string): Map<string, unknown> {
  const { name, onSale, price, vatRate, stock, discount, groupPrices, tierPrices } = values
  const fields: [string, unknown][] = [
    ['name', name],
    ['onSale', onSale],
    ['price', isSameAmount(price, others.price) ? null : price],
    ['vatRate', vatRate === undefined ? undefined : Number(vatRate)],
    ['stock', stock === undefined ? undefined : Number(stock)],
    ['discount', discount && presentDiscount(discount)],
    ['groupPrices', groupPrices ? presentGroupPrices(groupPrices) : []],
    ['tierPrices', tierPrices],
  ]
  return new Map(fields.map(([field, value]) => [prefix + field, value]))
}

function isSameAmount(price: string | null, other: string | null): boolean {
  return price !== null && other !== null && decimal(price).eq(decimal(other))
}
