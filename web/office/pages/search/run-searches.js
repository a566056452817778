/** Runs the requests of a search at once; each can fail alone. */

import { Problem } from '../../../ui/request.js'
import { withAllUses } from '../promotions/promotion-state.js'
import { SHOWN_HITS, scopes, searchesFor } from './searches.js'

/** @typedef {import('./searches.js').Group} Group */
/** @typedef {{ group: Group, record: any }} Hit */
/**
 * `hits`: five of each group at most. `failed`: groups whose results may be incomplete. `more`: groups with further hits. `searched`: groups that were
 * asked. `hidden`: groups that who is signed in may not read.
 * @typedef {{ hits: Hit[], failed: Group[], more: Group[], searched: Group[], hidden: Group[] }} Results
 */

/** Statuses of a search that found nothing: there is no such record, or the text cannot be one. */
const NOTHING = [400, 404]
/** What names a record within its group. @type {Record<Group, string>} */
const KEYS = {
  customers: 'id',
  carts: 'subject',
  checkouts: 'reference',
  coupons: 'code',
  campaigns: 'id',
  products: 'id',
}
/** What people type whole. */
const NAMES = ['id', 'email', 'externalId', 'reference', 'code', 'sku', 'name', 'subject']

/** Searches for a text, with the scopes of who is signed in. @param {import('../../app.js').App} app @param {string} text @returns {Promise<Results>} */
export async function runSearches(app, text) {
  const all = searchesFor(text)
  const allowed = all.filter(({ scope }) => app.can(scope))
  const results = await Promise.all(allowed.map(each => runSearch(app, each)))
  const hits = wholeFirst(withoutRepetitions(results.flatMap(each => each.hits)), text)
  const groups = /** @type {Group[]} */ (Object.keys(scopes))
  const ofGroup = (/** @type {Group} */ group) => hits.filter(hit => hit.group === group)
  return {
    hits: groups.flatMap(group => ofGroup(group).slice(0, SHOWN_HITS)),
    failed: [...new Set(results.flatMap(each => each.failed))],
    more: groups.filter(group => ofGroup(group).length > SHOWN_HITS),
    searched: [...new Set(allowed.map(({ group }) => group))],
    hidden: groups.filter(group => !app.can(scopes[group])),
  }
}

/** @param {import('../../app.js').App} app @param {import('./searches.js').Search} search @returns {Promise<Pick<Results, 'hits' | 'failed'>>} */
async function runSearch(app, { group, path, whole }) {
  try {
    const page = await app.api.get(path)
    const records = Array.isArray(page.data) ? recordsOf(page) : [page.data]
    if (whole && records.length > SHOWN_HITS) records.push(...(await readWhole(app, whole)))
    return { hits: records.map((/** @type {any} */ record) => ({ group, record })), failed: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { hits: [], failed: NOTHING.includes(error.status) ? [] : [group] }
  }
}

/** The record that a text names, of a list that has more than are shown. @param {import('../../app.js').App} app @param {string} path */
async function readWhole(app, path) {
  try {
    return [(await app.api.get(path)).data]
  } catch (error) {
    if (error instanceof Problem && NOTHING.includes(error.status)) return []
    throw error
  }
}

/** The records of a page; those of coupons and campaigns with all their uses. @param {any} page */
function recordsOf(page) {
  return page.meta?.uses ? withAllUses(page) : page.data
}

/** The hits, each once: a product can be found by its SKU and by its name. @param {Hit[]} hits */
function withoutRepetitions(hits) {
  const byKey = hits.map(hit => /** @type {const} */ ([`${hit.group} ${hit.record[KEYS[hit.group]]}`, hit]))
  return [...new Map(byKey).values()]
}

/** The hits whose number, code or name is the text come first. @param {Hit[]} hits @param {string} text */
function wholeFirst(hits, text) {
  const typed = text.toLowerCase()
  const isWhole = (/** @type {Hit} */ { record }) =>
    NAMES.some(name => String(record[name] ?? '').toLowerCase() === typed)
  return hits.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)))
}
