/** Runs the requests of a search at once; each can fail alone. */

import { Problem } from '../../../ui/request.js'
import { searchesFor } from './searches.js'

/** @typedef {import('./searches.js').Group} Group */
/** @typedef {{ group: Group, record: any }} Hit */
/** @typedef {{ hits: Hit[], failed: Group[] }} Results `failed`: groups whose results may be incomplete */

/** Statuses of a search that found nothing: there is no such record, or the text cannot be one. */
const NOTHING = [400, 404]
/** What names a record within its group. @type {Record<Group, string>} */
const KEYS = { customers: 'id', carts: 'subject', checkouts: 'reference', coupons: 'code', products: 'id' }

/** Searches for a text, with the scopes of who is signed in. @param {import('../../app.js').App} app @param {string} text @returns {Promise<Results>} */
export async function runSearches(app, text) {
  const allowed = searchesFor(text).filter(({ scope }) => app.can(scope))
  const results = await Promise.all(allowed.map(each => runSearch(app, each)))
  const failed = [...new Set(results.flatMap(each => each.failed))]
  return { hits: withoutRepetitions(results.flatMap(each => each.hits)), failed }
}

/** @param {import('../../app.js').App} app @param {import('./searches.js').Search} search @returns {Promise<Results>} */
async function runSearch(app, { group, path }) {
  try {
    const { data } = await app.api.get(path)
    const records = Array.isArray(data) ? data : [data]
    return { hits: records.map(record => ({ group, record })), failed: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { hits: [], failed: NOTHING.includes(error.status) ? [] : [group] }
  }
}

/** The hits, each once: a product can be found by its SKU and by its name. @param {Hit[]} hits */
function withoutRepetitions(hits) {
  const byKey = hits.map(hit => /** @type {const} */ ([`${hit.group} ${hit.record[KEYS[hit.group]]}`, hit]))
  return [...new Map(byKey).values()]
}
