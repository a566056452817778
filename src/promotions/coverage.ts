/**
 * The lines that conditions cover. What depends on the product alone is decided once per product and campaigns of a revision, and kept with the
 * product: a campaign may name 10,000 terms, and every read of a cart asks all campaigns.
 */

import type { Conditions, Items } from '../model/campaign.ts'
import { foldCategory, foldTerm, type ProductTerms } from '../model/term.ts'
import { type Decimal, decimal } from '../money/money.ts'
import { isListed, setOf } from './listed.ts'

/** A product to which coverage keeps what it has decided. */
export interface CoverableProduct {
  terms: ProductTerms | null
  decided?: Decided | undefined
}

/** What was decided of a product: by the slot of each conditions, for the conditions of one list of campaigns. */
interface Decided {
  by: object
  slots: Uint8Array
}

/** A line as conditions see it. */
export interface CoverableLine {
  productId: number
  variantId: number | null
  product: CoverableProduct
  /** The raw unit price with VAT. */
  unitPriceWithVat: Decimal
  /** The unit price before the discount; null where no discount lowers it. */
  listPriceWithVat: Decimal | null
}

/** Returns whether conditions cover some items and others not. */
export function isLimited(conditions: Conditions): boolean {
  const { productIds, variantIds, brands, categories, tags, priceFrom, priceTo } = conditions
  return (
    productIds.length > 0 ||
    variantIds !== undefined ||
    brands !== undefined ||
    categories !== undefined ||
    tags !== undefined ||
    priceFrom !== undefined ||
    priceTo !== undefined ||
    conditions.excludeDiscounted === true ||
    conditions.exclude !== undefined
  )
}

/** Returns the names of the conditions that limit the lines, besides the listed products. */
export function limitsOf(conditions: Conditions): string[] {
  const { variantIds, brands, categories, tags, priceFrom, priceTo, excludeDiscounted, exclude } = conditions
  const limits = { variantIds, brands, categories, tags, priceFrom, priceTo, excludeDiscounted, exclude }
  return Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [name]))
}

/** Limited conditions in the form in which lines are looked up. */
interface Compiled {
  coversProduct: (id: number, terms: ProductTerms | null) => boolean
  variantIds: ReadonlySet<number> | null
  excludedVariantIds: ReadonlySet<number> | null
  priceFrom: Decimal | null
  priceTo: Decimal | null
  excludeDiscounted: boolean
}

/** The compiled forms. One is kept as long as its conditions, which for a campaign is as long as the shop snapshot. */
const compiled = new WeakMap<Conditions, Compiled>()

function compiledOf(conditions: Conditions): Compiled {
  const known = compiled.get(conditions)
  if (known) return known
  const created = compile(conditions)
  compiled.set(conditions, created)
  return created
}

function compile(conditions: Conditions): Compiled {
  const { exclude = {}, priceFrom, priceTo } = conditions
  const included = kindsOf(conditions)
  const excluded = kindsOf(exclude)
  return {
    coversProduct: (id, terms) =>
      included.every(isOfKind => isOfKind(id, terms)) && !excluded.some(isOfKind => isOfKind(id, terms)),
    variantIds: listedOrNull(conditions.variantIds),
    excludedVariantIds: listedOrNull(exclude.variantIds),
    priceFrom: priceFrom === undefined ? null : decimal(priceFrom),
    priceTo: priceTo === undefined ? null : decimal(priceTo),
    excludeDiscounted: conditions.excludeDiscounted ?? false,
  }
}

type IsOfKind = (id: number, terms: ProductTerms | null) => boolean

/** The lists by which a product is known without its variants, those that are not empty. */
function kindsOf({ productIds = [], brands = [], categories = [], tags = [] }: Items): IsOfKind[] {
  const kinds: IsOfKind[] = []
  if (productIds.length > 0) kinds.push(id => isListed(productIds, id))
  if (brands.length > 0) {
    const folded = new Set(brands.map(foldTerm))
    kinds.push((_, terms) => terms !== null && terms.brand !== null && folded.has(terms.brand))
  }
  if (categories.length > 0) {
    const folded = new Set(categories.map(foldCategory))
    // Those of a product contain the ones above them.
    kinds.push((_, terms) => terms?.categories.some(each => folded.has(each)) ?? false)
  }
  if (tags.length > 0) {
    const folded = new Set(tags.map(foldTerm))
    kinds.push((_, terms) => terms?.tags.some(each => folded.has(each)) ?? false)
  }
  return kinds
}

function listedOrNull(ids: number[] = []): ReadonlySet<number> | null {
  return ids.length === 0 ? null : setOf(ids)
}

/** The slots of the conditions of one list of campaigns, in which products keep what was decided. */
type Slots = Map<Conditions, number>

const slots = new WeakMap<readonly object[], Slots>()

function slotsOf(campaigns: readonly { conditions: Conditions }[]): Slots {
  const known = slots.get(campaigns)
  if (known) return known
  const limited = campaigns.map(({ conditions }) => conditions).filter(isLimited)
  const created = new Map(limited.map((conditions, index) => [conditions, index]))
  slots.set(campaigns, created)
  return created
}

const [COVERED, NOT_COVERED] = [1, 2]

/** The lines of a cart that conditions cover, each found once. */
export class CoveredLines<Line extends CoverableLine> {
  readonly #lines: readonly Line[]
  readonly #slots: Slots
  readonly #found = new Map<Conditions, readonly Line[]>()

  /** @param campaigns all campaigns of the shop; the list must not change afterwards */
  constructor(lines: readonly Line[], campaigns: readonly { conditions: Conditions }[]) {
    this.#lines = lines
    this.#slots = slotsOf(campaigns)
  }

  /** Returns the covered lines in the order of the cart: the cart's list itself for conditions that cover all. */
  of(conditions: Conditions): readonly Line[] {
    if (!isLimited(conditions)) return this.#lines
    const known = this.#found.get(conditions)
    if (known) return known
    const form = compiledOf(conditions)
    const slot = this.#slots.get(conditions)
    const found = this.#lines.filter(line => this.#coversProduct(line, form, slot) && coversItem(line, form))
    this.#found.set(conditions, found)
    return found
  }

  #coversProduct({ productId, product }: Line, { coversProduct }: Compiled, slot: number | undefined): boolean {
    if (slot === undefined) return coversProduct(productId, product.terms)
    const kept = product.decided?.by === this.#slots ? product.decided.slots : this.#decideAnew(product)
    if (kept[slot] === 0) kept[slot] = coversProduct(productId, product.terms) ? COVERED : NOT_COVERED
    return kept[slot] === COVERED
  }

  #decideAnew(product: CoverableProduct): Uint8Array {
    const slots = new Uint8Array(this.#slots.size)
    product.decided = { by: this.#slots, slots }
    return slots
  }
}

function coversItem(line: CoverableLine, form: Compiled): boolean {
  const { variantId, unitPriceWithVat, listPriceWithVat } = line
  if (form.variantIds !== null && (variantId === null || !form.variantIds.has(variantId))) return false
  if (form.excludedVariantIds !== null && variantId !== null && form.excludedVariantIds.has(variantId)) return false
  if (form.excludeDiscounted && listPriceWithVat !== null) return false
  if (form.priceFrom?.gt(unitPriceWithVat)) return false
  return !form.priceTo?.lt(unitPriceWithVat)
}
