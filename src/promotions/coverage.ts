/**
 * The lines that conditions cover. What depends on the product alone is decided once per product and campaigns of a revision, and kept with the
 * product: a campaign may name 10,000 terms, and every read of a cart asks all campaigns.
 */

import type { Conditions, DecidedCoverage, Items, Reward } from '../model/campaign.ts'
import { foldCategory, foldTerm, type ProductTerms } from '../model/term.ts'
import { type Decimal, decimal } from '../money/money.ts'
import { isListed, setOf } from './listed.ts'

/** A product to which coverage keeps what it has decided. */
export interface CoverableProduct {
  terms: ProductTerms | null
  decided?: DecidedCoverage | undefined
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

/** What says which items are covered: the conditions of a promotion, or the items that `buy_x_get_y` discounts. */
export type Covering = Items & Partial<Omit<Conditions, keyof Items | 'minimumTotal' | 'minimumQuantity'>>

/** A campaign as coverage sees it. */
export interface CoveringCampaign {
  conditions: Conditions
  reward?: Reward
}

/** Returns whether some items are covered and others not. */
export function isLimited(covering: Covering): boolean {
  return (covering.productIds ?? []).length > 0 || limitsOf(covering).length > 0
}

/** Returns the names of the conditions that limit the lines, besides the listed products. */
export function limitsOf(covering: Covering): string[] {
  const { variantIds, brands, categories, tags, priceFrom, priceTo, excludeDiscounted, exclude } = covering
  const limits = { variantIds, brands, categories, tags, priceFrom, priceTo, excludeDiscounted, exclude }
  return Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [name]))
}

/** Limited conditions in the form in which lines are looked up. */
interface Compiled {
  /** Whether nothing of a line but its product counts. */
  isOfProducts: boolean
  coversProduct: (id: number, terms: ProductTerms | null) => boolean
  variantIds: ReadonlySet<number> | null
  excludedVariantIds: ReadonlySet<number> | null
  priceFrom: Decimal | null
  priceTo: Decimal | null
  excludeDiscounted: boolean
}

/** The compiled forms. One is kept as long as its conditions, which for a campaign is as long as the shop snapshot. */
const compiled = new WeakMap<Covering, Compiled>()

/** Returns the compiled form of conditions; null where they cover all. */
function formOf(covering: Covering): Compiled | null {
  if (!isLimited(covering)) return null
  const known = compiled.get(covering)
  if (known) return known
  const created = compile(covering)
  compiled.set(covering, created)
  return created
}

function compile(covering: Covering): Compiled {
  const { exclude = {}, priceFrom, priceTo, excludeDiscounted = false } = covering
  const variantIds = listedOrNull(covering.variantIds)
  const excludedVariantIds = listedOrNull(exclude.variantIds)
  const hasPrices = priceFrom !== undefined || priceTo !== undefined
  const included = kindsOf(covering)
  const excluded = kindsOf(exclude)
  return {
    isOfProducts: variantIds === null && excludedVariantIds === null && !hasPrices && !excludeDiscounted,
    coversProduct: (id, terms) =>
      included.every(isOfKind => isOfKind(id, terms)) && !excluded.some(isOfKind => isOfKind(id, terms)),
    ...{ variantIds, excludedVariantIds },
    priceFrom: priceFrom === undefined ? null : decimal(priceFrom),
    priceTo: priceTo === undefined ? null : decimal(priceTo),
    excludeDiscounted,
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

/** Conditions of one list of campaigns, and the slot in which products keep what was decided. */
interface Entry {
  /** Null where they cover all; absent until a cart asks: most campaigns of a shop are over. */
  form?: Compiled | null
  slot: number
}

type Entries = Map<Covering, Entry>

/** The entries of lists of campaigns. Those of a list are kept as long as it. */
const entries = new WeakMap<readonly object[], Entries>()

function entriesOf(campaigns: readonly CoveringCampaign[]): Entries {
  const known = entries.get(campaigns)
  if (known) return known
  const coverings = [...new Set(campaigns.flatMap(coveringsOf))]
  const created: Entries = new Map(coverings.map((covering, slot) => [covering, { slot }]))
  entries.set(campaigns, created)
  return created
}

function coveringsOf({ conditions, reward }: CoveringCampaign): Covering[] {
  return reward?.type === 'buy_x_get_y' && reward.target ? [conditions, reward.target] : [conditions]
}

/** What a slot says. */
const UNDECIDED = 0
const COVERED = 1
const NOT_COVERED = 2

/** The lines of a cart that conditions cover, each found once. */
export class CoveredLines<Line extends CoverableLine> {
  readonly #lines: readonly Line[]
  readonly #entries: Entries
  /** What was decided of the product of each line; absent until limited conditions ask. */
  #decided: Uint8Array[] | undefined
  /** By the slot. */
  readonly #found: (readonly Line[])[] = []

  /** @param campaigns all campaigns of the shop; the list must not change afterwards */
  constructor(lines: readonly Line[], campaigns: readonly CoveringCampaign[]) {
    this.#lines = lines
    this.#entries = entriesOf(campaigns)
  }

  /** Returns the covered lines in the order of the cart: the cart's list itself for conditions that cover all. */
  of(covering: Covering): readonly Line[] {
    const entry = this.#entries.get(covering)
    if (!entry) return this.#ofCoupon(covering)
    if (entry.form === undefined) entry.form = formOf(covering)
    const { form, slot } = entry
    if (form === null) return this.#lines
    this.#found[slot] ??= this.#find(form, slot)
    return this.#found[slot]
  }

  /** Coupons are no campaigns of the shop: what they cover is kept nowhere. */
  #ofCoupon(covering: Covering): readonly Line[] {
    const form = formOf(covering)
    if (form === null) return this.#lines
    return this.#lines.filter(line => form.coversProduct(line.productId, line.product.terms) && coversItem(line, form))
  }

  /** A loop of its own: for each of hundreds of campaigns, a callback per line takes twice the time. */
  #find(form: Compiled, slot: number): readonly Line[] {
    this.#decided ??= this.#lines.map(({ product }) => this.#decidedOf(product))
    /** Undefined while all lines are covered. */
    let found: Line[] | undefined
    for (let index = 0; index < this.#lines.length; index++) {
      const line = this.#lines[index] as Line
      const decided = this.#decided[index] as Uint8Array
      if (decided[slot] === UNDECIDED) {
        decided[slot] = form.coversProduct(line.productId, line.product.terms) ? COVERED : NOT_COVERED
      }
      const isCovered = decided[slot] === COVERED && (form.isOfProducts || coversItem(line, form))
      if (isCovered) found?.push(line)
      else found ??= this.#lines.slice(0, index)
    }
    return found ?? this.#lines
  }

  #decidedOf(product: CoverableProduct): Uint8Array {
    if (product.decided?.by === this.#entries) return product.decided.slots
    const slots = new Uint8Array(this.#entries.size)
    product.decided = { by: this.#entries, slots }
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
