/** What staff should look at: payments that were not finished, and orders beyond a limit or the stock. */

import { queryOf } from '../../url.js'
import { DAYS } from './event-counts.js'
import { readPages } from './read-pages.js'

const PAGE = 200
/** Pages of completed orders that are looked through. */
const ORDER_PAGES = 3
const DAY = 86_400_000

/** @typedef {{ reference: string, overLimit: boolean, overStock: boolean }} Order */
/** @typedef {{ count: number, isMore: boolean }} Expired */
/** @typedef {{ orders: Order[], lookedAt: number, isMore: boolean }} Beyond */

/** Reads how many holds have expired. @param {import('../../app.js').App} app @returns {Promise<Expired>} */
export async function loadExpired(app) {
  const { rows, isMore } = await readPages(app, '/checkouts', { query: lately('expired'), pages: 1 })
  return { count: rows.length, isMore }
}

/** Reads the orders that went beyond a limit or the stock. @param {import('../../app.js').App} app */
export async function loadBeyond(app) {
  const { rows, isMore } = await readPages(app, '/checkouts', { query: lately('completed'), pages: ORDER_PAGES })
  return beyondOf(rows, isMore)
}

/** The orders that went beyond something. @param {Order[]} rows @param {boolean} isMore @returns {Beyond} */
export function beyondOf(rows, isMore) {
  const orders = rows.filter(({ overLimit, overStock }) => overLimit || overStock)
  return { orders, lookedAt: rows.length, isMore }
}

/** The query of the checkouts in a state that were held in the last days. @param {string} state */
function lately(state) {
  const heldAfter = new Date(Date.now() - DAYS * DAY).toISOString()
  return queryOf({ limit: PAGE, 'filter[state]': state, 'filter[heldAfter]': heldAfter })
}
