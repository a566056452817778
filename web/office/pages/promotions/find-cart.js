/** The owner of a cart, as somebody types it: the number of a customer, the id of a guest, or a text that finds one customer. */

import { Problem } from '../../../ui/request.js'
import { findCustomers, subjectIn } from '../customers/pick-customers.js'

/** @typedef {import('../../app.js').App} App */

/**
 * The subject. A text that is none stays as it is for who may not read customers: the API says so.
 * @param {App} app
 * @param {string} typed
 * @returns {Promise<string>}
 * @throws {Problem} 404 for a text that finds no customer, or several
 */
export async function subjectOf(app, typed) {
  const subject = subjectIn(typed)
  if (subject !== null || !app.can('customers:read')) return subject ?? typed
  const [found, ...others] = await findCustomers(app, typed)
  if (found === undefined || others.length > 0) throw new Problem(404, [])
  return `member:${found.id}`
}
