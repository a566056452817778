/** Who shops: a guest with a token of their own, or a member; and the login that merges their carts. */

import { loadProductsAnew } from './catalogue.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Shopper} Shopper */
/** @typedef {import('../api.js').Problem} Problem */

/** The tab remembers, so that a reload shows the same cart. */
const KEY = 'sepet-playground-shopper'

/** The shopper of this tab, else a new guest; with the cart and the products as they are for them. @param {App} app */
export async function arrive(app) {
  const known = readShopper()
  const shopper = known ?? { kind: 'guest', token: await mint(app) }
  await enter(app, shopper)
}

/** @param {App} app */
export async function becomeNewGuest(app) {
  await enter(app, { kind: 'guest', token: await mint(app) })
  app.say('good', app.texts().guestStarted)
}

/**
 * Gets a member's token, as an identity provider would give it, and takes a guest's cart along.
 * @param {App} app
 * @param {number} id
 */
export async function logIn(app, id) {
  const { state, api } = app
  const before = state.shopper
  const name = state.shop?.members.find(member => member.id === id)?.name ?? null
  const token = await mint(app, id)
  const body = before?.kind === 'guest' ? { guestToken: before.token } : undefined
  const cart = await (body ? api.send('POST /cart/merge', { token, body }) : api.send('GET /cart', { token }))
  const merged = body && (state.cart?.included.length ?? 0) > 0
  keep(app, { kind: 'member', token, id, name })
  state.cart = cart
  await loadProductsAnew(app)
  const { loggedIn, loggedInMerged, customer } = app.texts()
  app.say('good', (merged ? loggedInMerged : loggedIn)(name ?? customer(String(id))))
}

/**
 * A token that no longer holds is of no use: a new guest goes on. A login that was refused changes nothing.
 * @param {App} app
 * @param {Problem} problem
 */
export async function replaceLostShopper(app, { status, token }) {
  const { shopper } = app.state
  if (status !== 401 || token !== shopper?.token) return null
  await enter(app, { kind: 'guest', token: await mint(app) })
  return app.texts().problems.guestAgain
}

/** @param {App} app @param {Shopper} shopper */
async function enter(app, shopper) {
  keep(app, shopper)
  app.state.cart = await app.api.send('GET /cart', { token: shopper.token })
  await loadProductsAnew(app)
}

/** @param {App} app @param {number} [customerId] @returns {Promise<string>} */
async function mint(app, customerId) {
  const { token } = await app.api.send('POST /playground/tokens', { body: { customerId } })
  return token
}

/** @param {App} app @param {Shopper} shopper */
function keep({ state }, shopper) {
  state.shopper = shopper
  sessionStorage.setItem(KEY, JSON.stringify(shopper))
}

/** @returns {Shopper | null} */
function readShopper() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
  } catch {
    return null
  }
}
