/** Lists of promotions: a list has up to 10,000 entries, and every read of a cart looks up each of its lines in the lists of every campaign. */

/** The sets of lists. A set is kept as long as its list, which for a campaign is as long as the shop snapshot. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>()

/** Returns whether a list contains an id. The list must not change afterwards. */
export function isListed(ids: readonly number[], id: number): boolean {
  return setOf(ids).has(id)
}

/** Returns the set of a list. The list must not change afterwards. */
export function setOf<T>(list: readonly T[]): ReadonlySet<T> {
  const known = sets.get(list)
  if (known) return known as ReadonlySet<T>
  const set = new Set(list)
  sets.set(list, set)
  return set
}
