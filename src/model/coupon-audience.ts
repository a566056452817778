/** The index of coupons by whom their audience names, by which the coupons of a customer are found. */

import type { Coupon } from './campaign.ts'

/** The lists that the index has, by the kind of their entries: their paths in the document of a coupon. */
export const AUDIENCE_LISTS = {
  customer: ['audience', 'customerIds'],
  group: ['audience', 'customerGroupIds'],
  /** Customers that the audience leaves out. */
  excluded: ['audience', 'exclude', 'customerIds'],
} as const

/** The kind of an entry. */
export type NamedKind = keyof typeof AUDIENCE_LISTS

/** All kinds. */
export const NAMED_KINDS = Object.keys(AUDIENCE_LISTS) as NamedKind[]

/** A customer or a group that an audience names. */
export interface Named {
  kind: NamedKind
  id: number
}

/** Returns whom the audience of a coupon names, each once. */
export function namedBy({ audience }: Pick<Coupon, 'audience'>): Named[] {
  if (!audience) return []
  const { customerIds, customerGroupIds, exclude } = audience
  const lists = { customer: customerIds, group: customerGroupIds, excluded: exclude?.customerIds ?? [] }
  return NAMED_KINDS.flatMap(kind => [...new Set(lists[kind])].map(id => ({ kind, id })))
}
