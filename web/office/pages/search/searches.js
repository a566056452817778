/** What a text that somebody searches for can be, and the requests that find it. */

import { isSegment, path, queryOf } from '../../url.js'

/** @typedef {'customers' | 'carts' | 'checkouts' | 'coupons' | 'products'} Group */
/** @typedef {{ group: Group, scope: string, path: string }} Search `path`: below `/api/v3/admin` */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const SUBJECT = /^(guest|ucp):[0-9a-f-]{36}$|^member:[1-9]\d{0,15}$/i
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/
const ID = /^[1-9]\d{0,14}$/

/**
 * The requests for a text: everything that it can be. One that finds nothing is answered by 404, 400 or an empty list.
 * @param {string} text without blanks around it, not empty
 * @returns {Search[]}
 */
export function searchesFor(text) {
  return [...customerSearches(text), ...cartSearches(text), ...orderSearches(text), ...productSearches(text)]
}

/** @param {string} text @returns {Search[]} */
function customerSearches(text) {
  const [group, scope] = /** @type {const} */ (['customers', 'customers:read'])
  const isExternalId = isSegment(text) && [...text].length <= 255
  return [
    ...(text.includes('@') ? [{ group, scope, path: `/customers${queryOf({ 'filter[email]': text })}` }] : []),
    ...(ID.test(text) ? [{ group, scope, path: path`/customers/${text}` }] : []),
    ...(isExternalId ? [{ group, scope, path: path`/customers/by-external-id/${text}` }] : []),
  ]
}

/** A cart by its owner; a bare UUID is a guest's. @param {string} text @returns {Search[]} */
function cartSearches(text) {
  const subject = UUID.test(text) ? `guest:${text}` : SUBJECT.test(text) ? text : null
  return subject === null ? [] : [{ group: 'carts', scope: 'carts:read', path: path`/carts/${subject.toLowerCase()}` }]
}

/** @param {string} text @returns {Search[]} */
function orderSearches(text) {
  const isCode = isSegment(text) && [...text].length <= 100
  return [
    ...(REFERENCE.test(text) ? [search('checkouts', 'checkouts:read', path`/checkouts/${text}`)] : []),
    ...(isCode ? [search('coupons', 'promotions:read', path`/coupons/${text}`)] : []),
  ]
}

/** @param {string} text @returns {Search[]} */
function productSearches(text) {
  const { length } = [...text]
  const filters = [
    { 'filter[sku]': text },
    ...(ID.test(text) ? [{ 'filter[id]': text }] : []),
    ...(length >= 3 && length <= 100 ? [{ 'filter[name]': text }] : []),
  ]
  return filters.map(filter => search('products', 'catalogue:read', `/products${queryOf({ ...filter, limit: 20 })}`))
}

/** @param {Group} group @param {string} scope @param {string} path @returns {Search} */
function search(group, scope, path) {
  return { group, scope, path }
}
