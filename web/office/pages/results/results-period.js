/** The period of the results page: the last days, or two times of the shop's clock. */

import { lastDays } from '../../format/shop-clock.js'
import { instantOf } from '../../format/zoned-time.js'

/** The numbers of days that the page offers, today included. */
export const DAYS = [7, 30, 90, 365]
const DEFAULT_DAYS = 30
/** What the API takes. */
const MAX_MS = 366 * 86_400_000

/**
 * @typedef {object} Period
 * @property {number | null} days null for two times
 * @property {string | null} from ISO 8601; null for what the API takes without it
 * @property {string | null} to
 * @property {'unreadable' | 'order' | 'length' | null} problem why it is no period
 */

/**
 * Reads the period of a URL.
 * @param {URLSearchParams} query
 * @param {{ now: number, zone: string }} clock
 * @returns {Period}
 */
export function periodOf(query, { now, zone }) {
  const [from, to] = ['from', 'to'].map(name => instantIn(query.get(name), zone))
  if (from || to) return { days: null, from: from ?? null, to: to ?? null, problem: problemOf(from, to, now) }
  const days = DAYS.find(each => String(each) === query.get('days')) ?? DEFAULT_DAYS
  const [first = ''] = lastDays(now, zone, days)
  return { days, from: instantOf(`${first}T00:00`, zone), to: null, problem: null }
}

/** @param {string | null} local @param {string} zone */
function instantIn(local, zone) {
  return local ? instantOf(local, zone) : null
}

/** @param {string | null | undefined} from @param {string | null | undefined} to @param {number} now */
function problemOf(from, to, now) {
  const end = to ? timeOf(to) : now
  const start = from ? timeOf(from) : end - 1
  if (Number.isNaN(start) || Number.isNaN(end)) return 'unreadable'
  if (start >= end) return 'order'
  return end - start > MAX_MS ? 'length' : null
}

/** A browser reads texts as times that are none. @param {string} instant ISO 8601 in UTC, or what was no time @returns {number} */
function timeOf(instant) {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(instant) ? Date.parse(instant) : Number.NaN
}
