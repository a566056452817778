/** Third stage of a change of products: which items change to which values, or why nothing may change. */

import { isDeepStrictEqual } from 'node:util'
import { detailOf, type RefusalCode, type Violation } from '../../errors.ts'
import { decimal, zero } from '../../money/money.ts'
import { isImportableStock, sumOf } from '../../shop-file/decimal-text.ts'
import type { Discount, TierPrice } from '../price.ts'
import { orderedTierPrices } from '../read-priced.ts'
import {
  BACKORDER_RULE,
  type ItemChange,
  type NewValues,
  PRICE_RULE,
  type ProductChange,
  TERM_FIELDS,
} from './read-product-changes.ts'
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

/** What the shop lets changes do. */
export interface ShopFacts {
  /** Whether a change may bring any stock below zero. */
  sellsAtNegativeStock: boolean
  /** Those of the customer groups that changes name which exist. */
  groups: ReadonlySet<number>
}

/** Returns the customer groups that changes name. */
export function groupsOf(changes: readonly ProductChange[]): number[] {
  const items = changes.flatMap(change => [change, ...(change.variants ?? [])])
  return items.flatMap(({ values }) => (values.tierPrices ?? []).flatMap(tier => tier.customerGroupId ?? []))
}

/** Decides on all changes of a request. */
export function decideProductChanges(resolved: readonly Resolved[], facts: ShopFacts): Decision {
  const firstPlaces = firstPlacesOf(resolved.flatMap(each => [each, ...each.variants]))
  const backorders = backordersOf(resolved)
  const decided = resolved.map(each => decideProduct(each, { firstPlaces, backorders, ...facts }))
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

/** The backorders that the changes of a request give products, by the id of the product. */
type Backorders = ReadonlyMap<number, boolean>

function backordersOf(resolved: readonly Resolved[]): Backorders {
  const given = resolved.flatMap(({ change, kind, item }): [number, boolean][] => {
    const { backorder } = change.values
    return isStored(item) && kind === 'product' && typeof backorder === 'boolean' ? [[item.productId, backorder]] : []
  })
  return new Map(given)
}

/** What the changes of items are decided by. */
interface Conditions extends ShopFacts {
  firstPlaces: FirstPlaces
  backorders: Backorders
}

type Decided = Pick<Decision, 'violations' | 'changed'>

function decideProduct(resolved: Resolved, conditions: Conditions): Decided {
  const own = decideItem(resolved, conditions)
  const variants = resolved.variants.map(each => decideItem(each, conditions))
  return {
    violations: [
      ...explainNull(resolved, 'price', PRICE_RULE),
      ...explainNull(resolved, 'backorder', BACKORDER_RULE),
      ...own.violations,
      ...explainOfProduct(resolved),
      ...variants.flatMap(({ violations }) => violations),
    ],
    changed: [...own.changed, ...variants.flatMap(({ changed }) => changed)],
  }
}

function decideItem({ change, kind, item }: ResolvedItem, conditions: Conditions): Decided {
  if (!isStored(item)) return { violations: explainUnresolved(change, kind, item), changed: [] }
  const refused = [...explainRefused(change, item, conditions.firstPlaces), ...explainGroups(change, conditions.groups)]
  if (refused.length > 0) return { violations: refused, changed: [] }
  const { stockChange, ...values } = change.values
  if (stockChange === undefined) return { violations: [], changed: withNewValues(item, values) }
  const stock = sumOf([item.stock, stockChange])
  const mayBeNegative = conditions.sellsAtNegativeStock || isSoldAtAnyStock(item, values, conditions)
  const violations = explainStock(change.at, { before: item.stock, after: stock }, mayBeNegative)
  return { violations, changed: violations.length > 0 ? [] : withNewValues(item, { ...values, stock }) }
}

/** Prices by quantity of customer groups that the shop does not have. */
function explainGroups({ at, values }: ItemChange, groups: ReadonlySet<number>): Violation[] {
  return (values.tierPrices ?? []).flatMap(({ customerGroupId }, index) => {
    if (customerGroupId === undefined || groups.has(customerGroupId)) return []
    const name = `tierPrices/${index}/customerGroupId`
    const code = 'customer_group_not_found'
    return [violation(at, name, { code, detail: detailOf(code) })]
  })
}

/** Whether an item is sold at any stock once the request is applied. */
function isSoldAtAnyStock(item: StoredItem, values: NewValues, { backorders }: Conditions): boolean {
  const own = values.backorder === undefined ? item.backorder : values.backorder
  return own ?? backorders.get(item.productId) ?? item.backorderOfProduct
}

/** A stock that a change would bring below zero, or give more digits than an import could have. */
function explainStock(
  at: string,
  { before, after }: { before: string; after: string },
  mayBeNegative: boolean,
): Violation[] {
  if (isSameDecimal(before, after)) return []
  const place = `${at.slice(1)}/stockChange`
  if (!isImportableStock(after)) {
    const detail = `${place} must leave a stock of at most 15 digits, and 12 decimal places.`
    return [violation(at, 'stockChange', { code: 'field_invalid', detail })]
  }
  if (mayBeNegative || decimal(before).lt(zero) || decimal(after).gte(zero)) return []
  return [violation(at, 'stockChange', { code: 'insufficient_stock', detail: belowZero(place, before) })]
}

/** The detail of a change by which a stock would go below zero. @param place such as `0/stockChange` */
export function belowZero(place: string, stock: string): string {
  return `${place} must leave a stock of 0 or more: the stock is ${stock}.`
}

/** Only a variant can go without a value of its own. A SKU that is not found may be that of a variant. */
function explainNull(
  { change: { at, id, values }, kind, item }: Resolved,
  field: 'price' | 'backorder',
  rule: string,
): Violation[] {
  if (values[field] !== null || kind === 'variant' || (id === undefined && !isStored(item))) return []
  return [violation(at, field, { code: 'field_invalid', detail: `${at.slice(1)}/${field} must be ${rule}.` })]
}

/** What a variant does not have: variants, and terms. */
function explainOfProduct({ change: { at, variants, values }, kind }: Resolved): Violation[] {
  if (kind === 'product') return []
  const given = { variants, brand: values.brand, categories: values.categories, tags: values.tags }
  const names = (['variants', ...TERM_FIELDS] as const).filter(name => given[name] !== undefined)
  return names.map(name => {
    const detail = `${at.slice(1)}/${name} must be left out: the sku is that of a variant.`
    return violation(at, name, { code: 'field_invalid', detail })
  })
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
export function nameOf({ id }: ItemChange): 'id' | 'sku' {
  return id === undefined ? 'sku' : 'id'
}

function violation(at: string, name: string, what: { code: RefusalCode; detail: string }): Violation {
  return { ...what, pointer: `${at}/${name}` }
}

/** Returns the item with its new values; none when it has them already. Decimals are compared by value. */
function withNewValues(stored: StoredItem, values: NewValues): StoredItem[] {
  const { price, stock, onSale, backorder, discount, tierPrices } = values
  const isChanged =
    (price !== undefined && !isSameDecimal(price, stored.price)) ||
    (stock !== undefined && !isSameDecimal(stock, stored.stock)) ||
    (onSale !== undefined && onSale !== stored.onSale) ||
    (backorder !== undefined && backorder !== stored.backorder) ||
    (discount !== undefined && !isSameDiscount(discount, stored.discount)) ||
    (tierPrices !== undefined && !areSameTiers(tierPrices, stored.tierPrices)) ||
    TERM_FIELDS.some(name => values[name] !== undefined && !isDeepStrictEqual(values[name], stored[name]))
  return isChanged ? [{ ...stored, ...values }] : []
}

function isSameDecimal(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && decimal(a).eq(decimal(b)))
}

function isSameDiscount(a: Discount | null, b: Discount | null): boolean {
  if (a === null || b === null) return a === b
  return a.type === b.type && isSameDecimal(a.value, b.value) && a.startsAt === b.startsAt && a.endsAt === b.endsAt
}

function areSameTiers(a: readonly TierPrice[], b: readonly TierPrice[]): boolean {
  const others = orderedTierPrices(b)
  return (
    a.length === b.length &&
    orderedTierPrices(a).every(({ from, price, customerGroupId }, index) => {
      const other = others[index]
      return other?.from === from && other.customerGroupId === customerGroupId && isSameDecimal(price, other.price)
    })
  )
}

/** Returns the products that changed items belong to. */
export function productIdsOf(items: readonly ItemKey[]): number[] {
  return [...new Set(items.map(({ productId }) => productId))]
}
