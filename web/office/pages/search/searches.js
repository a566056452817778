/** What a text that somebody searches for can be, and the requests that find it. */

import { path, queryOf } from '../../url.js'

/** @typedef {'customers' | 'checkouts' | 'coupons' | 'campaigns' | 'products' | 'carts'} Group */
/** @typedef {{ group: Group, scope: string, path: string, whole?: string | undefined }} Search `path`: below `/api/v3/admin`; `whole`: of the record that the text names, where the list may not have it */

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
 * The requests for a text: everything that it can be. Lists are asked, which answer nothing without an error that the browser reports.
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
    coupons: list('coupons', 'code'),
    campaigns: [...(ID.test(text) ? [path`/campaigns/${text}`] : []), ...list('campaigns', 'name')],
    products: [
      `/products${queryOf({ 'filter[sku]': text, limit: SHOWN_HITS + 1 })}`,
      ...productIds(text),
      ...list('products', 'search'),
    ],
    carts: cartPaths(text),
  }
  const groups = /** @type {Group[]} */ (Object.keys(paths))
  return groups.flatMap(group =>
    paths[group].map(each => ({ group, scope: scopes[group], path: each, whole: wholeOf(each, text) })),
  )
}

/** The order whose number is the text: many may end so. @param {string} each the path of a search @param {string} text */
function wholeOf(each, text) {
  return each.startsWith('/checkouts?') && REFERENCE.test(text) ? path`/checkouts/${text}` : undefined
}

/** The list in which all hits of a group are; null where it has no filter for them. @param {Group} group @param {string} text */
export function listOf(group, text) {
  if (group === 'customers') return `/office/customers${queryOf({ q: text })}`
  if (group === 'checkouts' && REFERENCE_END.test(text)) return `/office/checkouts${queryOf({ reference: text })}`
  return group === 'products' ? `/office/products${queryOf({ q: text })}` : null
}

/** @param {string} text */
function singleCustomers(text) {
  const isExternalId = [...text].length <= 255
  return [
    ...(text.includes('@') ? [`/customers${queryOf({ 'filter[email]': text })}`] : []),
    ...(ID.test(text) ? [`/customers${queryOf({ 'filter[id]': text })}`] : []),
    ...(isExternalId ? [`/customers${queryOf({ 'filter[externalId]': text })}`] : []),
  ]
}

/** @param {string} text */
function checkoutPaths(text) {
  if (REFERENCE_END.test(text)) return [`/checkouts${queryOf({ 'filter[reference]': text, limit: SHOWN_HITS + 1 })}`]
  return REFERENCE.test(text) ? [path`/checkouts/${text}`] : []
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
