/** The names of the groups of customers that pages have numbers of, as they were read last. */

import { Problem } from '../../../ui/request.js'
import { isolate } from '../../format/isolate.js'
import { nextQuery } from '../../url.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ id: number, name: string, customers: number | null }} Group `customers`: null for who may not read them */

/** @type {WeakMap<App, Map<number, string>>} */
const known = new WeakMap()

/** All groups, whose names are kept. @param {App} app @returns {Promise<Group[]>} */
export async function readGroups(app) {
  if (!app.can('catalogue:read')) return []
  /** @type {Group[]} */
  const groups = []
  for (let query = /** @type {string | null} */ ('?limit=200'); query !== null; ) {
    const { data, links } = await app.api.get(`/customer-groups${query}`)
    groups.push(...data)
    query = nextQuery(links.next)
  }
  known.set(app, new Map(groups.map(({ id, name }) => [id, name])))
  return groups
}

/**
 * Reads the names of all groups where one of these is not known; without them the pages show numbers.
 * @param {App} app
 * @param {(number | undefined)[]} ids
 */
export async function readGroupNames(app, ids) {
  const names = known.get(app)
  if (ids.every(id => id === undefined || names?.has(id))) return
  try {
    await readGroups(app)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/** A group by name, by its number without one. @param {App} app @param {number} id */
export function groupText(app, id) {
  const name = known.get(app)?.get(id)
  return name === undefined ? app.texts().picker.group(String(id)) : isolate(name)
}
