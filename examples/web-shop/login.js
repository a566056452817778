/** The login of the example, in place of the shop's own, which also limits attempts: passwords, and whether a guest's cart comes along. */

import { createHash, timingSafeEqual } from 'node:crypto'
import { Problem } from './sepet.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** What the login knows of a customer; `person` is the name to greet them by. @typedef {{ name: string, hash: Buffer, customerId: number, person: string | undefined }} Login */

/** Reads LOGINS: `email:password:customerId:name,…`. The customer's name may be left out; another name than an email may stand in its place. @param {string} text @param {(message: string) => never} exit @returns {Login[]} */
export function readLogins(text, exit) {
  const entries = text.split(',').filter(Boolean)
  return entries.map((entry, index) => {
    const [, name, password, id, person] = /^([^:]+):([^:]+):([1-9]\d*)(?::([^:]+))?$/.exec(entry) ?? []
    if (!name || !password) return exit(`Entry ${index + 1} of LOGINS must be email:password:customerId[:name].`)
    return { name, hash: hashOf(password), customerId: Number(id), person }
  })
}

/** Creates the login. @param {ReturnType<typeof import('./sepet.js').createSepet>} sepet @param {Login[]} logins */
export function createLogin(sepet, logins) {
  /** Requires that a guest has nothing to take along. @param {Request} request @throws {Problem} 422, which asks the shopper */
  async function requireEmptyCart(request) {
    const session = await sepet.readSession(request)
    if (session.identity === 'guest' && session.cart.included.length > 0) throw new Problem(422, 'merge')
  }

  /** Logs a customer in. A guest's cart comes along only if the shopper says so. @param {Request} request @param {URLSearchParams} form @returns the cookie of the new session */
  return async function logIn(request, form) {
    const name = form.get('name')?.trim().toLowerCase()
    const login = logins.find(each => each.name.toLowerCase() === name)
    if (!login || !timingSafeEqual(login.hash, hashOf(form.get('password') ?? ''))) throw new Problem(422, 'login')
    const answer = form.get('merge')
    if (answer !== 'yes' && answer !== 'no') await requireEmptyCart(request)
    return sepet.logIn(request, { customerId: login.customerId, merge: answer === 'yes' })
  }
}

/** @param {string} text */
function hashOf(text) {
  return createHash('sha256').update(text).digest()
}
