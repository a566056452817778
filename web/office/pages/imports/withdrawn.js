/** Which products an import would take off sale: those on sale that a shop file does not contain. */

import { nextQuery } from '../../url.js'

/** Pages of 200 products that are compared, at most. */
const MAX_PAGES = 100

/** @typedef {{ count: number, examples: { id: number, name: string }[], looked: number, isComplete: boolean }} Prediction */

/** The ids of the products in a shop file; null where it cannot be read. @param {string} text @returns {Set<number> | null} */
export function idsInShopFile(text) {
  try {
    const { products } = JSON.parse(text)
    return Array.isArray(products) ? new Set(products.map(product => product?.id)) : new Set()
  } catch {
    return null
  }
}

/**
 * Compares the products of the shop with the ids in a file.
 * @param {(path: string) => Promise<any>} get
 * @param {Set<number>} ids
 * @returns {Promise<Prediction>}
 */
export async function predictWithdrawn(get, ids) {
  const result = { count: 0, examples: /** @type {Prediction['examples']} */ ([]), looked: 0, isComplete: false }
  let query = /** @type {string | null} */ ('?limit=200')
  for (let page = 0; query !== null && page < MAX_PAGES; page++) {
    const { data, links } = await get(`/products${query}`)
    for (const { id, name, onSale } of data) {
      if (!onSale || ids.has(id)) continue
      result.count++
      if (result.examples.length < 10) result.examples.push({ id, name })
    }
    result.looked += data.length
    query = nextQuery(links.next)
  }
  return { ...result, isComplete: query === null }
}
