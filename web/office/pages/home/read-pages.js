/** Reads the first pages of a list. */

import { nextQuery } from '../../url.js'

/**
 * Reads at most some pages of a list, one after another.
 * @param {import('../../app.js').App} app
 * @param {string} path below `/api/v3/admin`
 * @param {{ query: string, pages: number }} bounds `query` of the first page
 * @returns {Promise<{ rows: any[], isMore: boolean }>} `isMore`: whether the list goes on
 */
export async function readPages(app, path, { query, pages }) {
  const rows = []
  /** @type {string | null} */
  let next = query
  for (let page = 0; page < pages && next !== null; page++) {
    const { data, links } = await app.api.get(`${path}${next}`)
    rows.push(...data)
    next = nextQuery(links.next)
  }
  return { rows, isMore: next !== null }
}
