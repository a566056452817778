/** Finds the cart that somebody types: of a customer by number or email, or of a guest. */

import { Problem } from '../../../ui/request.js'
import { queryOf } from '../../url.js'

/** @typedef {import('../../app.js').App} App */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The owner of the cart, as the API names it.
 * @param {App} app
 * @param {string} typed
 * @returns {Promise<string>} a text that is none of these stays as it is: the API says so
 * @throws {Problem} 404 for an email that no customer has
 */
export async function findSubject(app, typed) {
  const text = typed.trim()
  if (/^\d+$/.test(text)) return `member:${text}`
  if (UUID.test(text)) return `guest:${text.toLowerCase()}`
  if (!text.includes('@') || !app.can('customers:read')) return text
  const { data } = await app.api.get(`/customers${queryOf({ 'filter[email]': text })}`)
  if (data.length === 0) throw new Problem(404, [])
  return `member:${data[0].id}`
}
