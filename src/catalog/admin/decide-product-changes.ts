/** Third stage of a change of products: which items change to which values, or why nothing may change. */

import type { RefusalCode, Violation } from '../../errors.ts'
import { decimal } from '../../money/money.ts'
import type { Discount } from '../price.ts'
import { type ItemChange, type NewValues, PRICE_RULE } from './read-product-changes.ts'
import {
  type ItemKey,
  isStored,
  itemKeyOf,
  type Resolved,
  type ResolvedItem,
  type StoredItem,
  type Unresolved,
} from './resolve-product-changes.ts'

/** The result: what to save, and how many of the changes of the list change something. */
export interface Decision {
  violations: Violation[]
  /** Items with new values. */
  changed: StoredItem[]
  updated: number
  unchanged: number
}

/** Decides on all changes of a request. */
export function decideProductChanges(resolved: readonly Resolved[]): Decision {
  const firstPlaces = firstPlacesOf(resolved.flatMap(each => [each, ...each.variants]))
  const decided = resolved.map(each => decideProduct(each, firstPlaces))
  const updated = decided.filter(({ changed }) => changed.length > 0).length
  return {
    violations: decided.flatMap(({ violations }) => violations),
    changed: decided.flatMap(({ changed }) => changed),
    updated,
    unchanged: decided.length - updated,
  }
}

/** Place of the first change of an item, by `itemKeyOf`. */
type FirstPlaces = ReadonlyMap<string, string>

function firstPlacesOf(resolved: ResolvedItem[]): FirstPlaces {
  const places = resolved.flatMap(({ change, item }): [string, string][] =>
    isStored(item) && !isSkuOfOther(change, item) ? [[itemKeyOf(item), change.at]] : [],
  )
  // A map keeps the last of equal keys.
  return new Map(places.reverse())
}

type Decided = Pick<Decision, 'violations' | 'changed'>

function decideProduct(resolved: Resolved, firstPlaces: FirstPlaces): Decided {
  const own = decideItem(resolved, firstPlaces)
  const variants = resolved.variants.map(each => decideItem(each, firstPlaces))
  return {
    violations: [
      ...explainNoPrice(resolved),
      ...own.violations,
      ...explainVariantsOfVariant(resolved),
      ...variants.flatMap(({ violations }) => violations),
    ],
    changed: [...own.changed, ...variants.flatMap(({ changed }) => changed)],
  }
}

function decideItem({ change, kind, item }: ResolvedItem, firstPlaces: FirstPlaces): Decided {
  if (!isStored(item)) return { violations: explainUnresolved(change, kind, item), changed: [] }
  const violations = explainRefused(change, item, firstPlaces)
  return { violations, changed: violations.length > 0 ? [] : withNewValues(item, change.values) }
}

/** Only a variant can go without a price. A SKU that is not found may be that of a variant. */
function explainNoPrice({ change: { at, id, values }, kind, item }: Resolved): Violation[] {
  if (values.price !== null || kind === 'variant' || (id === undefined && !isStored(item))) return []
  return [violation(at, 'price', { code: 'field_invalid', detail: `${at.slice(1)}/price must be ${PRICE_RULE}.` })]
}

function explainVariantsOfVariant({ change: { at, variants }, kind }: Resolved): Violation[] {
  if (kind === 'product' || variants === undefined) return []
  const detail = `${at.slice(1)}/variants must be left out: the sku is that of a variant.`
  return [violation(at, 'variants', { code: 'field_invalid', detail })]
}

/** The refusals of a change that names no item, or several, by the kind of the change. */
export const unresolved = {
  product: {
    code: 'product_unknown',
    unknown: (name: 'id' | 'sku') => `There is no product with this ${name}.`,
    ambiguous: 'Several products or variants have this SKU: name one by its id.',
  },
  variant: {
    code: 'variant_unknown',
    unknown: (name: 'id' | 'sku') => `The product has no variant with this ${name}.`,
    ambiguous: 'Several variants of the product have this SKU: name one by its id.',
  },
} as const

function explainUnresolved(change: ItemChange, kind: ResolvedItem['kind'], reason: Unresolved): Violation[] {
  const { code, unknown, ambiguous } = unresolved[kind]
  const name = nameOf(change)
  if (reason === 'unnamed') return []
  if (reason === 'ambiguous') return [violation(change.at, name, { code: 'sku_ambiguous', detail: ambiguous })]
  return [violation(change.at, name, { code, detail: unknown(name) })]
}

/** An item that is named by the id and the SKU of two items, or a second time. */
function explainRefused(change: ItemChange, item: StoredItem, firstPlaces: FirstPlaces): Violation[] {
  const { at } = change
  const place = at.slice(1)
  if (isSkuOfOther(change, item)) {
    return [violation(at, 'sku', { code: 'field_invalid', detail: `${place}/sku is not the SKU of this id.` })]
  }
  const firstPlace = firstPlaces.get(itemKeyOf(item)) ?? at
  if (firstPlace === at) return []
  const name = nameOf(change)
  const detail = `${place}/${name} is repeated: ${firstPlace.slice(1)} names the same.`
  return [violation(at, name, { code: 'field_invalid', detail })]
}

function isSkuOfOther({ id, sku }: ItemChange, item: StoredItem): boolean {
  return id !== undefined && sku !== undefined && sku !== item.sku
}

/** Returns the name of the field that the item is found by. */
function nameOf({ id }: ItemChange): 'id' | 'sku' {
  return id === undefined ? 'sku' : 'id'
}

function violation(at: string, name: string, what: { code: RefusalCode; detail: string }): Violation {
  return { ...what, pointer: `${at}/${name}` }
}

/** Returns the item with its new values; none when it has them already. Decimals are compared by value. */
function withNewValues(stored: StoredItem, values: NewValues): StoredItem[] {
  const { price, stock, onSale, discount } = values
  const isChanged =
    (price !== undefined && !isSameDecimal(price, stored.price)) ||
    (stock !== undefined && !isSameDecimal(stock, stored.stock)) ||
    (onSale !== undefined && onSale !== stored.onSale) ||
    (discount !== undefined && !isSameDiscount(discount, stored.discount))
  return isChanged ? [{ ...stored, ...values }] : []
}

function isSameDecimal(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && decimal(a).eq(decimal(b)))
}

function isSameDiscount(a: Discount | null, b: Discount | null): boolean {
  if (a === null || b === null) return a === b
  return a.type === b.type && isSameDecimal(a.value, b.value) && a.startsAt === b.startsAt && a.endsAt === b.endsAt
}

/** Returns the products that changed items belong to. */
export function productIdsOf(items: readonly ItemKey[]): number[] {
  return [...new Set(items.map(({ productId }) => productId))]
}
