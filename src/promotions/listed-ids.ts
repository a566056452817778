/** Lists of ids in promotions: a list has up to 10,000 ids, and every read of a cart looks up each of its lines in the lists of every campaign. */

/** The sets of lists. A set is kept as long as its list, which for a campaign is as long as the shop snapshot. */
const sets = new WeakMap<readonly number[], ReadonlySet<number>>()

/** Returns whether a list contains an id. The list must not change afterwards. */
export function isListed(ids: readonly number[], id: number): boolean {
  const known = sets.get(ids)
  if (known) return known.has(id)
  const set = new Set(ids)
  sets.set(ids, set)
  return set.has(id)
}
