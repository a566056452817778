/** The names of customers that pages have numbers of, as they were read last. Without a right or a name, a page shows the number. */

import { Problem } from '../../../ui/request.js'
import { isolate } from '../../format/isolate.js'
import { readSubject, subjectText } from '../carts/subjects.js'
import { nameOf } from './customer-names.js'
import { readCustomers } from './pick-customers.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./customer-names.js').Customer} Customer */

/** @type {WeakMap<App, Map<number, Customer>>} */
const known = new WeakMap()

/**
 * Reads the names of the customers of a page, by one request where it has up to 100.
 * @param {App} app
 * @param {(number | null)[]} ids
 */
export async function readCustomerNames(app, ids) {
  const wanted = [...new Set(ids)].filter(id => id !== null)
  if (wanted.length === 0 || !app.can('customers:read')) return
  const customers = known.get(app) ?? new Map()
  known.set(app, customers)
  try {
    const read = await readCustomers(app, wanted)
    for (const id of wanted) customers.delete(id)
    for (const each of read) customers.set(each.id, each)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/** Reads the names of those who own carts. @param {App} app @param {(string | null)[]} subjects */
export function readOwnerNames(app, subjects) {
  return readCustomerNames(app, subjects.map(memberOf))
}

/** Whether the name of a customer was read. @param {App} app @param {number} id */
export function isKnown(app, id) {
  return known.get(app)?.has(id) ?? false
}

/** A customer by name. @param {App} app @param {number} id */
export function customerText(app, id) {
  const texts = app.texts()
  const customer = known.get(app)?.get(id)
  return customer ? isolate(nameOf(customer, texts)) : texts.customers.customer(String(id))
}

/** The owner of a cart: a customer by name, others as a list names them. @param {App} app @param {string} subject */
export function ownerText(app, subject) {
  const id = memberOf(subject)
  return id !== null && isKnown(app, id) ? customerText(app, id) : subjectText(subject, app.texts())
}

/** The number of the customer of a cart; null for another cart. @param {string | null} subject */
function memberOf(subject) {
  const { kind, id } = readSubject(subject ?? '')
  return kind === 'member' && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}
