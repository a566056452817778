/** Names of the locations of an inventory, as a caller gives them. */

/**
 * Reads a list of names, separated by commas; a backslash is in front of a comma within a name.
 * @returns the names; undefined for a list without a name
 * @example readLocations('Depo, Mağaza') // ['Depo', 'Mağaza']
 */
export function readLocations(list: string): string[] | undefined {
  const names = list.split(/(?<!\\),/).flatMap(name => name.replaceAll('\\,', ',').trim() || [])
  return names.length > 0 ? names : undefined
}
