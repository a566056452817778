/** Recognition of a JSON document that is no shop file: one record, one section, or an answer of the admin API. */

import { recordSchemas, ShopSection } from './shop-file.schema.ts'

/** Sections, and the schema of one record or of the section itself. */
const parts = Object.entries({ ...recordSchemas, shop: ShopSection })
/** Members that a document shares with a part before it resembles it: many documents have an `id` and a `name`. */
const SHARED_MEMBERS = 3
/** Number of names that a message lists. */
const LISTED_NAMES = 5

/**
 * Describes a document that has none of the sections of a shop file.
 * @param names the names of its members, at least one
 * @example describeForeignDocument(['id', 'name', 'price']) // '… it looks like one record of products: write {"products": [{…}]}'
 */
export function describeForeignDocument(names: readonly string[]): string {
  const known = `a shop file has sections such as ${parts.map(([section]) => section).join(', ')}`
  return `has none of the sections of a shop file: ${resemblanceOf(names) ?? `its members are ${listed(names)}; ${known}`}`
}

function resemblanceOf(names: readonly string[]): string | undefined {
  if (names.includes('data')) {
    return 'it looks like an answer of the API, whose records are in data: write them as a list into their section'
  }
  const shared = parts.map(([, { properties }]) => names.filter(name => Object.hasOwn(properties, name)).length)
  const most = Math.max(...shared)
  const [section] = parts[shared.indexOf(most)] ?? []
  if (section === undefined || most < SHARED_MEMBERS) return undefined
  if (section === 'shop') return 'it looks like the section shop: write {"shop": {…}}'
  return `it looks like one record of ${section}: write {"${section}": [{…}]}`
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, LISTED_NAMES).map(name => JSON.stringify(name.slice(0, 100)))
  return names.length > LISTED_NAMES ? `${shown.join(', ')} and others` : shown.join(', ')
}
