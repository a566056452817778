/** Conversion of checked lists of items of a shop file. */

import { ITEM_LISTS, type Items } from '../model/campaign.ts'

/** Returns the lists that name something; terms are trimmed, as those of products are. */
export function toItems(record: Items): Items {
  const lists = ITEM_LISTS.map(name => [name, (record[name] ?? []).map(trimmed)] as const)
  return Object.fromEntries(lists.filter(([, { length }]) => length > 0))
}

function trimmed(named: number | string): number | string {
  return typeof named === 'string' ? named.trim() : named
}
