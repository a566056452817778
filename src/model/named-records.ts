/** The records of a shop that a promotion names, by their ids, and the terms of products. */

import { type Campaign, type Coupon, type CustomerKinds, ITEM_LISTS, type Items } from './campaign.ts'
import { foldTermOf, type TermKind } from './term.ts'

/** What a promotion can name. */
export type NamedKind = 'product' | 'variant' | TermKind | 'customer group' | 'customer'

/** A record that is named, or a term. */
export interface NamedRecord {
  kind: NamedKind
  /** The id; of a term, the form in which it is compared. */
  key: number | string
  /** As the promotion writes it. */
  written: number | string
  /** JSON pointer in the promotion. */
  pointer: string
}

/** The members of a promotion that name records. */
export type Naming = Pick<Campaign | Coupon, 'audience' | 'conditions'>

const itemKinds = {
  productIds: 'product',
  variantIds: 'variant',
  brands: 'brand',
  categories: 'category',
  tags: 'tag',
} as const satisfies Record<(typeof ITEM_LISTS)[number], NamedKind>

const customerKinds = { customerGroupIds: 'customer group', customerIds: 'customer' } as const

/** Yields every record and term that a promotion names, in the order of its members. */
export function* namedRecords({ audience, conditions }: Naming): Generator<NamedRecord> {
  if (audience) {
    yield* namedCustomers(audience, '/audience')
    if (audience.exclude) yield* namedCustomers(audience.exclude, '/audience/exclude')
  }
  yield* namedItems(conditions, '/conditions')
  if (conditions.exclude) yield* namedItems(conditions.exclude, '/conditions/exclude')
}

/** Whether a promotion names any record or term. */
export function namesRecords(promotion: Naming): boolean {
  return namedRecords(promotion).next().done === false
}

function* namedCustomers(kinds: CustomerKinds, at: string): Generator<NamedRecord> {
  for (const list of ['customerGroupIds', 'customerIds'] as const) {
    yield* named(customerKinds[list], kinds[list], `${at}/${list}`)
  }
}

function* namedItems(items: Items, at: string): Generator<NamedRecord> {
  for (const list of ITEM_LISTS) yield* named(itemKinds[list], items[list] ?? [], `${at}/${list}`)
}

function* named(kind: NamedKind, list: readonly (number | string)[], at: string): Generator<NamedRecord> {
  for (const [index, written] of list.entries()) {
    const key = typeof written === 'string' ? foldTermOf(kind as TermKind, written) : written
    yield { kind, key, written, pointer: `${at}/${index}` }
  }
}
