/** What a text that somebody searches for can be, and the requests that find it. */

import { isSegment, path, queryOf } from '../../url.js'

/** @typedef {'customers' | 'checkouts' | 'coupons' | 'campaigns' | 'products' | 'carts'} Group */
/** @typedef {{ group: Group, scope: string, path: string }} Search `path`: below `/api/v3/admin` */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const SUBJECT = /^(guest|ucp):[0-9a-f-]{36}$|^member:[1-9]\d{0,15}$/i
const REFERENCE_END = /^[A-Za-z0-9._~-]{3,128}$/
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,127}$/
const ID = /^[1-9]\d{0,14}$/
/** Hits of a group that are shown. */
export const SHOWN_HITS = 5

/** What reading each group needs. @type {Record<Group, string>} */
export const scopes = {
  customers: 'customers:read',
  checkouts: 'checkouts:read',
  coupons: 'promotions:read',
  campaigns: 'promotions:read',
  products: 'catalogue:read',
  carts: 'carts:read',
}

/**
 * The requests for a text: everything that it can be. One that finds nothing is answered by 404, 400 or an empty list.
 * @param {string} text without blanks around it, not empty
 * @returns {Search[]}
 */
export function searchesFor(text) {
  const { length } = [...text]
  const list = (/** @type {string} */ of, /** @type {string} */ filter) =>
    length <= 100 ? [`/${of}${queryOf({ [`filter[${filter}]`]: text, limit: SHOWN_HITS + 1 })}`] : []
  const paths = {
    customers: [...singleCustomers(text), ...list('customers', 'search')],
    checkouts: checkoutPaths(text),
    coupons: [...(isSegment(text) && length <= 100 ? [path`/coupons/${text}`] : []), ...list('coupons', 'code')],
    campaigns: [...(ID.test(text) ? [path`/campaigns/${text}`] : []), ...list('campaigns', 'name')],
    products: [
      `/products${queryOf({ 'filter[sku]': text, limit: SHOWN_HITS + 1 })}`,
      ...productIds(text),
      ...list('products', 'search'),
    ],
    carts: cartPaths(text),
  }
  const groups = /** @type {Group[]} */ (Object.keys(paths))
  return groups.flatMap(group => paths[group].map(each => ({ group, scope: scopes[group], path: each })))
}

/** The list in which all hits of a group are; null where it has no filter for them. @param {Group} group @param {string} text */
export function listOf(group, text) {
  if (group === 'customers') return `/office/customers${queryOf({ q: text })}`
  if (group === 'checkouts' && REFERENCE_END.test(text)) return `/office/checkouts${queryOf({ reference: text })}`
  return group === 'products' ? `/office/products${queryOf({ q: text })}` : null
}

/** @param {string} text */
function singleCustomers(text) {
  const isExternalId = isSegment(text) && [...text].length <= 255
  return [
    ...(text.includes('@') ? [`/customers${queryOf({ 'filter[email]': text })}`] : []),
    ...(ID.test(text) ? [path`/customers/${text}`] : []),
    ...(isExternalId ? [path`/customers/by-external-id/${text}`] : []),
  ]
}

/** @param {string} text */
function checkoutPaths(text) {
  return [
    ...(REFERENCE.test(text) ? [path`/checkouts/${text}`] : []),
    ...(REFERENCE_END.test(text) ? [`/checkouts${queryOf({ 'filter[reference]': text, limit: SHOWN_HITS + 1 })}`] : []),
  ]
}

/** @param {string} text */
function productIds(text) {
  return ID.test(text) ? [`/products${queryOf({ 'filter[id]': text })}`] : []
}

/** A cart by its owner; a bare UUID is a guest's. @param {string} text */
function cartPaths(text) {
  const subject = UUID.test(text) ? `guest:${text}` : SUBJECT.test(text) ? text : null
  return subject === null ? [] : [path`/carts/${subject.toLowerCase()}`]
}
