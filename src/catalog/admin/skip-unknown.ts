/** Changes of items that the shop does not have, which a program leaves out on request: `?unknown=skip`. */

import { nameOf } from './decide-product-changes.ts'
import type { Resolved, ResolvedItem } from './resolve-product-changes.ts'

/** Maximum number of places that an answer names. */
const MAX_NAMED = 100

/** What was left out, as the answer has it. */
export interface Skipped {
  /** JSON pointers of the first 100, such as `/3/sku`. */
  skipped: { pointer: string }[]
  skippedTotal: number
}

/** Separates the changes whose items exist, or are ambiguous, from those of unknown ones. A product is left out with its variants. */
export function skipUnknown(resolved: readonly Resolved[]): { found: Resolved[]; skipped: Skipped } {
  const places: string[] = []
  const isFound = ({ change, item }: ResolvedItem) => {
    if (item === 'unknown') places.push(`${change.at}/${nameOf(change)}`)
    return item !== 'unknown'
  }
  const found: Resolved[] = []
  for (const each of resolved) if (isFound(each)) found.push({ ...each, variants: each.variants.filter(isFound) })
  const skipped = places.slice(0, MAX_NAMED).map(pointer => ({ pointer }))
  return { found, skipped: { skipped, skippedTotal: places.length } }
}
