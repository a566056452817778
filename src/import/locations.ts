/** Names of the locations of an inventory, as a caller gives them. */

/**
 * Reads a list of names, separated by commas.
 * @returns the names in lower case; undefined for a list without a name
 * @example readLocations('Depo, Mağaza') // ['depo', 'mağaza']
 */
export function readLocations(list: string): string[] | undefined {
  const names = list.split(',').flatMap(name => name.trim().toLowerCase() || [])
  return names.length > 0 ? names : undefined
}
