/** The records of a shop that a promotion names, by their ids, and the terms of products. */

import { type Campaign, type Coupon, type CustomerKinds, ITEM_LISTS, type Items } from './campaign.ts'
import type { TermKind } from './term.ts'

/** What a promotion can name. */
export type NamedKind = 'product' | 'variant' | TermKind | 'customer group' | 'customer'

/** An id, or a term as the promotion writes it. */
export type Name = number | string

/** A list of names, which is not empty. */
export interface NamedList {
  kind: NamedKind
  names: readonly Name[]
  /** JSON pointer of the list in the promotion. */
  pointer: string
}

/** The members of a promotion that name records. */
export type Naming = Pick<Campaign | Coupon, 'audience' | 'conditions'> & Partial<Pick<Campaign, 'reward'>>

const itemKinds = {
  productIds: 'product',
  variantIds: 'variant',
  brands: 'brand',
  categories: 'category',
  tags: 'tag',
} as const satisfies Record<(typeof ITEM_LISTS)[number], NamedKind>

/** Returns what a promotion names, in the order of its members. */
export function namedLists({ audience, conditions, reward }: Naming): NamedList[] {
  const lists = [
    ...(audience ? ofCustomers(audience, '/audience') : []),
    ...(audience?.exclude ? ofCustomers(audience.exclude, '/audience/exclude') : []),
    ...ofItems(conditions, '/conditions'),
    ...ofItems(conditions.exclude ?? {}, '/conditions/exclude'),
    ...ofItems(targetOf(reward), '/reward/target'),
  ]
  return lists.filter(({ names }) => names.length > 0)
}

/** Returns the items that a reward discounts in place of those of the conditions. */
export function targetOf(reward: Naming['reward']): Items {
  return reward?.type === 'buy_x_get_y' ? (reward.target ?? {}) : {}
}

function ofCustomers({ customerGroupIds, customerIds }: CustomerKinds, at: string): NamedList[] {
  return [
    { kind: 'customer group', names: customerGroupIds, pointer: `${at}/customerGroupIds` },
    { kind: 'customer', names: customerIds, pointer: `${at}/customerIds` },
  ]
}

function ofItems(items: Items, at: string): NamedList[] {
  return ITEM_LISTS.map(list => ({ kind: itemKinds[list], names: items[list] ?? [], pointer: `${at}/${list}` }))
}
