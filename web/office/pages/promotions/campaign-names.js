/** The names of campaigns that records have numbers of, as they were read last. */

import { Problem } from '../../../ui/request.js'
import { isolate } from '../../format/isolate.js'
import { path } from '../../url.js'

/** @typedef {import('../../app.js').App} App */
/** A name; null for a number that no campaign has. @typedef {Map<number, string | null>} Names */

/** @type {WeakMap<App, Names>} */
const known = new WeakMap()

/** @param {App} app @returns {Names} */
function namesIn(app) {
  const names = known.get(app) ?? new Map()
  known.set(app, names)
  return names
}

/** Keeps a name that was read. @param {App} app @param {{ id: number, name: string }} campaign */
export function keepName(app, { id, name }) {
  namesIn(app).set(id, name)
}

/**
 * Reads the names that are not known; without them the pages show numbers.
 * @param {App} app
 * @param {(number | null | undefined)[]} ids
 */
export async function readCampaignNames(app, ids) {
  if (!app.can('promotions:read')) return
  const names = namesIn(app)
  const unread = new Set(ids.filter(id => typeof id === 'number' && typeof names.get(id) !== 'string'))
  await Promise.all([...unread].map(id => readName(app, Number(id))))
}

/** @param {App} app @param {number} id */
async function readName(app, id) {
  try {
    keepName(app, (await app.api.get(path`/campaigns/${id}`)).data)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.status === 404) namesIn(app).set(id, null)
  }
}

/** The name; null for a number that no campaign has, and undefined before it is read. @param {App} app @param {number} id */
export function campaignName(app, id) {
  return known.get(app)?.get(id)
}

/**
 * A sentence about a campaign: by its name, by its number before it is read, or that there is none.
 * @param {App} app
 * @param {number} id
 * @param {{ named: (name: string) => string, numbered: (id: string) => string }} sentences
 */
export function aboutCampaign(app, id, { named, numbered }) {
  const name = campaignName(app, id)
  if (name === null) return app.texts().picker.missing(numbered(String(id)))
  return name === undefined ? numbered(String(id)) : named(isolate(name))
}
