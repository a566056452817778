/** Reads products page by page: all of them, those that a search finds, and those of which little is left. */

import { Problem } from '../../api.js'
import { nextQuery, queryOf } from '../../url.js'

/** @typedef {import('./product-edits.js').Product} Product */
/** @typedef {import('./product-edits.js').Item} Item */

/** Rows that a page has at least, where there are so many. */
const WANTED = 50
/** Products that one click looks at, at most. */
const MOST = 2_000

/**
 * @typedef {object} Reading
 * @property {Product[]} rows
 * @property {string[]} queue queries of the pages that are still to be read
 * @property {number} looked products that were looked at
 */

/**
 * The queries that find what was typed, the exact ones first: a product's number, an SKU, a part of the name.
 * @param {string} text empty for all products
 * @param {boolean} isLong whether each page has as many products as the API gives
 */
export function queriesFor(text, isLong) {
  const limit = isLong ? 200 : WANTED
  if (text === '') return [queryOf({ limit })]
  const length = [...text].length
  return [
    ...(/^[1-9]\d{0,14}$/.test(text) ? [queryOf({ 'filter[id]': text })] : []),
    ...(length <= 255 ? [queryOf({ 'filter[sku]': text, limit })] : []),
    ...(length >= 3 && length <= 100 ? [queryOf({ 'filter[name]': text, limit })] : []),
  ]
}

/** The query of one product. @param {string} id */
export function queryForId(id) {
  return queryOf({ 'filter[id]': id })
}

/** Whether at most so much of a product, or of one of its variants, is left for further orders. @param {Product} product @param {number} most */
export function isLow(product, most) {
  const items = product.variants.length > 0 ? product.variants.filter(({ onSale }) => onSale) : [product]
  return items.some(item => leftOf(item) <= most)
}

/** What is left for further orders. @param {Item} item */
export function leftOf({ stock, reserved }) {
  return stock - reserved
}

/**
 * Reads on until a page is full, there are no more products, or enough were looked at.
 * @param {(path: string) => Promise<any>} get
 * @param {Reading} reading
 * @param {(product: Product) => boolean} isWanted
 * @returns {Promise<Reading>}
 */
export async function readOn(get, { rows, queue, looked }, isWanted) {
  const known = new Map(rows.map(row => [row.id, row]))
  const [full, end] = [rows.length + WANTED, looked + MOST]
  let left = queue
  let count = looked
  for (let query = left[0]; query !== undefined && known.size < full && count < end; query = left[0]) {
    const { data, next } = await readPage(get, query)
    left = [...(next === null ? [] : [next]), ...left.slice(1)]
    count += data.length
    for (const product of data) if (isWanted(product)) known.set(product.id, known.get(product.id) ?? product)
  }
  return { rows: [...known.values()], queue: left, looked: count }
}

/** A search for what the API does not take finds nothing. @param {(path: string) => Promise<any>} get @param {string} query @returns {Promise<{ data: Product[], next: string | null }>} */
async function readPage(get, query) {
  try {
    const { data, links } = await get(`/products${query}`)
    return { data, next: nextQuery(links.next) }
  } catch (error) {
    if (error instanceof Problem && error.status === 400 && query.includes('filter')) return { data: [], next: null }
    throw error
  }
}

/** Reads the present state of products. @param {(path: string) => Promise<any>} get @param {number[]} ids @returns {Promise<Product[]>} */
export async function readByIds(get, ids) {
  const products = []
  for (let at = 0; at < ids.length; at += WANTED) {
    let query = /** @type {string | null} */ (
      queryOf({ 'filter[id]': ids.slice(at, at + WANTED).join(','), limit: WANTED })
    )
    while (query !== null) {
      const { data, links } = await get(`/products${query}`)
      products.push(...data)
      query = nextQuery(links.next)
    }
  }
  return products
}
