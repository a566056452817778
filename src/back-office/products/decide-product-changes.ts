/** Decisions on changes of products: which items change to which values, or why nothing may change. */

import type { Discount } from '../../catalog/price.ts'
import type { RefusalCode, Violation } from '../../errors.ts'
import { decimal } from '../../money/money.ts'
import {
  type Facts,
  type FoundSku,
  findTarget,
  findVariant,
  type ItemChange,
  type ItemKey,
  itemText,
  type NewValues,
  type ProductChange,
  type StoredItem,
} from './changes-and-facts.ts'
import { PRICE_RULE } from './product-changes.schema.ts'

/** The result: what to save, and how many of the changes of the list change something. */
export interface Decision {
  violations: Violation[]
  /** Items with new values. */
  changed: StoredItem[]
  updated: number
  unchanged: number
}

/** Decides on all changes of a request. */
export function decideProductChanges(changes: ProductChange[], facts: Facts): Decision {
  const seen = new Map<string, string>()
  const decision: Decision = { violations: [], changed: [], updated: 0, unchanged: 0 }
  for (const change of changes) {
    const before = decision.changed.length
    decideProduct(change, facts, { seen, decision })
    if (decision.changed.length > before) decision.updated++
    else decision.unchanged++
  }
  return decision
}

interface Context {
  /** Place of the change that names an item, by `itemText`. */
  seen: Map<string, string>
  decision: Decision
}

function decideProduct(change: ProductChange, facts: Facts, context: Context): void {
  const { at, variants, values } = change
  const found = findTarget(change, facts.skus)
  if (values.price === null && typeof found === 'object' && found.variantId === 0) {
    const detail = `${at.slice(1)}/price must be ${PRICE_RULE}.`
    context.decision.violations.push(violation(at, 'price', { code: 'field_invalid', detail }))
  }
  const target = decideItem(change, found, { facts, context })
  if (!target || variants === undefined) return
  if (target.variantId !== 0) {
    const detail = `${at.slice(1)}/variants must be left out: the sku is that of a variant.`
    context.decision.violations.push({ code: 'field_invalid', pointer: `${at}/variants`, detail })
    return
  }
  for (const variant of variants) {
    decideItem(variant, findVariant(variant, target.productId, facts.variantSkus), { facts, context })
  }
}

/** Adds the new values of an item, or the reason why it cannot change. @returns the item, if it exists */
function decideItem(
  change: ItemChange,
  found: FoundSku | undefined,
  { facts, context: { seen, decision } }: { facts: Facts; context: Context },
): StoredItem | undefined {
  if (found === undefined) return undefined
  const stored = typeof found === 'string' ? undefined : facts.items.get(itemText(found))
  const problem = stored ? explainItem(change, stored, seen) : explainUnknown(change, found)
  if (problem) decision.violations.push(problem)
  if (!stored || problem) return stored
  seen.set(itemText(stored), change.at)
  const changed = withNewValues(stored, change.values)
  if (changed) decision.changed.push(changed)
  return stored
}

function explainUnknown({ at, id }: ItemChange, found: FoundSku): Violation {
  const name = id === undefined ? 'sku' : 'id'
  const isVariant = at.includes('/variants/')
  if (found === 'ambiguous') {
    const what = isVariant ? 'Several variants of the product have' : 'Several products or variants have'
    return violation(at, 'sku', { code: 'sku_ambiguous', detail: `${what} this SKU: name one by its id.` })
  }
  return isVariant
    ? violation(at, name, { code: 'variant_unknown', detail: `The product has no variant with this ${name}.` })
    : violation(at, name, { code: 'product_unknown', detail: `There is no product with this ${name}.` })
}

function explainItem(change: ItemChange, stored: StoredItem, seen: Context['seen']): Violation | undefined {
  const { at, id, sku } = change
  if (id !== undefined && sku !== undefined && sku !== stored.sku) {
    return violation(at, 'sku', { code: 'field_invalid', detail: `${at.slice(1)}/sku is not the SKU of this id.` })
  }
  const other = seen.get(itemText(stored))
  if (other === undefined) return undefined
  const name = id === undefined ? 'sku' : 'id'
  const detail = `${at.slice(1)}/${name} is repeated: ${other.slice(1)} names the same.`
  return violation(at, name, { code: 'field_invalid', detail })
}

function violation(at: string, name: string, what: { code: RefusalCode; detail: string }): Violation {
  return { ...what, pointer: `${at}/${name}` }
}

/** Returns the item with its new values; undefined when it has them already. Decimals are compared by value. */
function withNewValues(stored: StoredItem, values: NewValues): StoredItem | undefined {
  const { price, stock, onSale, discount } = values
  const isChanged =
    (price !== undefined && !isSameDecimal(price, stored.price)) ||
    (stock !== undefined && !isSameDecimal(stock, stored.stock)) ||
    (onSale !== undefined && onSale !== stored.onSale) ||
    (discount !== undefined && !isSameDiscount(discount, stored.discount))
  return isChanged ? { ...stored, ...values } : undefined
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
