/** Reads products page by page: all of them, those that a search finds, and the lowest stocks first. */

import { Problem } from '../../../ui/request.js'
import { nextQuery, queryOf } from '../../url.js'

/** @typedef {import('./product-edits.js').Product} Product */

/** Rows that a page has at least, where there are so many. */
const WANTED = 50
/** Pages that one click reads, at most: of a search by name, pages can be empty. */
const MOST_PAGES = 20

/**
 * @typedef {object} Reading
 * @property {Product[]} rows
 * @property {string[]} queue queries of the pages that are still to be read
 */

/**
 * The order of the lowest stocks, which has the products on sale; with `atMost`, those whose lowest stock is that or less; where it is limited,
 * without the items that are sold at any stock.
 * @typedef {{ atMost: string | null, isLimited: boolean }} ByStock
 */

/** Terms that the products have. @typedef {Partial<Record<import('./product-edits.js').TermKind, string | null>>} SoughtTerms */

/**
 * The queries that find what was typed, the exact ones first: a product's number, an SKU, a part of the name.
 * @param {string} text empty for all products
 * @param {ByStock | null} byStock null for the order of numbers
 * @param {SoughtTerms} [terms]
 */
export function queriesFor(text, byStock, terms = {}) {
  const order = {
    ...(byStock && {
      ...{ sort: 'stock', 'filter[onSale]': 'true', 'filter[stockAtMost]': byStock.atMost },
      'filter[backorder]': byStock.isLimited ? 'false' : null,
    }),
    ...{ 'filter[brand]': terms.brand, 'filter[category]': terms.category, 'filter[tag]': terms.tag },
  }
  const page = { ...order, limit: WANTED }
  if (text === '') return [queryOf(page)]
  const length = [...text].length
  return [
    ...(/^[1-9]\d{0,14}$/.test(text) ? [queryOf({ 'filter[id]': text, ...order })] : []),
    ...(length <= 255 ? [queryOf({ 'filter[sku]': text, ...page })] : []),
    ...(length <= 100 ? [queryOf({ [byStock ? 'filter[name]' : 'filter[search]']: text, ...page })] : []),
  ]
}

/** The query of one product. @param {string} id */
export function queryForId(id) {
  return queryOf({ 'filter[id]': id })
}

/**
 * Reads on until a page is full, there are no more products, or enough pages were read. A product whose stock has changed meanwhile, and
 * that comes a second time, keeps its place.
 * @param {(path: string) => Promise<any>} get
 * @param {Reading} reading
 * @returns {Promise<Reading>}
 */
export async function readOn(get, { rows, queue }) {
  const known = new Map(rows.map(row => [row.id, row]))
  const full = rows.length + WANTED
  let left = queue
  for (let pages = 0; pages < MOST_PAGES && known.size < full; pages++) {
    const [query, ...others] = left
    if (query === undefined) break
    const { data, next } = await readPage(get, query)
    left = [...(next === null ? [] : [next]), ...others]
    for (const product of data) known.set(product.id, known.get(product.id) ?? product)
  }
  return { rows: [...known.values()], queue: left }
}

/**
 * Reads one page. A search for what the API does not take finds nothing.
 * @param {(path: string) => Promise<any>} get
 * @param {string} query
 * @param {string} [list]
 * @returns {Promise<{ data: any[], next: string | null }>}
 */
export async function readPage(get, query, list = '/products') {
  try {
    const { data, links } = await get(`${list}${query}`)
    return { data, next: nextQuery(links.next) }
  } catch (error) {
    const isSearch = query.includes('filter') || query.includes('q=')
    if (error instanceof Problem && error.status === 400 && isSearch) return { data: [], next: null }
    throw error
  }
}

/**
 * Reads the present state of products.
 * @param {(path: string) => Promise<any>} get
 * @param {number[]} ids
 * @param {'filter[id]' | 'filter[variantId]'} [filter] whether the ids are those of products or of variants
 * @returns {Promise<Product[]>}
 */
export async function readByIds(get, ids, filter = 'filter[id]') {
  const products = []
  for (let at = 0; at < ids.length; at += WANTED) {
    let query = /** @type {string | null} */ (
      queryOf({ [filter]: ids.slice(at, at + WANTED).join(','), limit: WANTED })
    )
    while (query !== null) {
      const { data, links } = await get(`/products${query}`)
      products.push(...data)
      query = nextQuery(links.next)
    }
  }
  return products
}
