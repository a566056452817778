/** What was left in carts, by the time of their last change. */

import { numberText } from '../../../ui/format/money.js'
import { queryOf } from '../../url.js'
import { sumOf } from './event-counts.js'
import { readPages } from './read-pages.js'

/** Carts of each age that are read: 600 in all. */
export const CARTS_OF_AGE = 120
const HOUR = 3_600_000
/** The ages that divide the groups, in milliseconds. The last change of the last group is at most 30 days ago. */
const AGES = [0, HOUR, 24 * HOUR, 72 * HOUR, 168 * HOUR, 720 * HOUR]
/** The first of the groups that have not changed for a day. */
const RESTED = 2

/** @typedef {{ carts: number, lines: number, pieces: number, isMore: boolean }} Group */

/** Groups without carts, which are drawn while they are loaded. @returns {Group[]} */
export function noCarts() {
  return AGES.slice(1).map(() => groupOf([], false))
}

/** Reads the carts of each age, the latest change first. @param {import('../../app.js').App} app @returns {Promise<Group[]>} */
export function loadCarts(app) {
  const now = Date.now()
  return Promise.all(
    AGES.slice(1).map((oldest, at) => loadGroup(app, now - oldest, at === 0 ? null : now - Number(AGES[at]))),
  )
}

/** Adds the carts of a group up. @param {{ lines: number, pieces: number }[]} carts @param {boolean} isMore @returns {Group} */
export function groupOf(carts, isMore) {
  const [lines, pieces] = [sumOf(carts.map(each => each.lines)), sumOf(carts.map(each => each.pieces))]
  return { carts: carts.length, lines, pieces, isMore }
}

/** A number of a group: `120+` where there are more. @param {number} value @param {boolean} isMore @param {string} locale */
export function atLeast(value, isMore, locale) {
  return `${numberText(value, locale)}${isMore ? '+' : ''}`
}

/** The sums of the groups. @param {Group[]} groups @returns {Group} */
export function allOf(groups) {
  const sum = (/** @type {'carts' | 'lines' | 'pieces'} */ name) => sumOf(groups.map(group => group[name]))
  return { carts: sum('carts'), lines: sum('lines'), pieces: sum('pieces'), isMore: groups.some(each => each.isMore) }
}

/**
 * How many carts have how much, and how many rest; and that there are more.
 * @param {Group[]} groups
 * @param {Pick<import('../../texts/texts.js').Texts, 'home' | 'locale'>} texts
 */
export function cartsSentence(groups, { home: { carts: t }, locale }) {
  const all = allOf(groups)
  if (all.carts === 0 && !all.isMore) return t.none
  const rested = allOf(groups.slice(RESTED))
  const fact = t.most(
    atLeast(all.carts, all.isMore, locale),
    atLeast(all.pieces, all.isMore, locale),
    atLeast(rested.carts, rested.isMore, locale),
  )
  return all.isMore ? `${fact} ${t.more(numberText(CARTS_OF_AGE, locale))}` : fact
}

/** @param {import('../../app.js').App} app @param {number} from @param {number | null} to */
async function loadGroup(app, from, to) {
  const query = queryOf({
    limit: CARTS_OF_AGE,
    'filter[changedAfter]': iso(from),
    'filter[changedBefore]': to && iso(to),
  })
  const { rows, isMore } = await readPages(app, '/carts', { query, pages: 1 })
  return groupOf(rows, isMore)
}

/** @param {number} at */
function iso(at) {
  return new Date(at).toISOString()
}
