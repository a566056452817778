/** The shopper of this tab: a guest with an access token, or a member; and the login, which merges their carts. */

import { loadProductsAnew } from './catalogue.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Shopper} Shopper */
/** @typedef {import('../api.js').Problem} Problem */

/** Key of the session storage, which keeps the shopper over a reload of the tab. */
const KEY = 'sepet-playground-shopper'

/** Restores the shopper of this tab, or becomes a new guest; then reads the cart and the products. @param {App} app */
export async function restoreShopper(app) {
  const known = readShopper()
  const shopper = known ?? { kind: 'guest', token: await requestToken(app) }
  await switchShopper(app, shopper)
}

/** Becomes a new guest with an empty cart. @param {App} app */
export async function becomeNewGuest(app) {
  await switchShopper(app, { kind: 'guest', token: await requestToken(app) })
  app.notify('good', app.texts().guestStarted)
}

/**
 * Logs in as a test member: requests the token that an identity provider would issue, and merges a guest's cart.
 * @param {App} app
 * @param {number} id the customer's id
 */
export async function logIn(app, id) {
  const { state, api } = app
  const before = state.shopper
  const name = state.shop?.members.find(member => member.id === id)?.name ?? null
  const token = await requestToken(app, id)
  const body = before?.kind === 'guest' ? { guestToken: before.token } : undefined
  const cart = await (body ? api.send('POST /cart/merge', { token, body }) : api.send('GET /cart', { token }))
  const merged = body && (state.cart?.included.length ?? 0) > 0
  rememberShopper(app, { kind: 'member', token, id, name })
  state.cart = cart
  await loadProductsAnew(app)
  const { loggedIn, loggedInMerged, customer } = app.texts()
  app.notify('good', (merged ? loggedInMerged : loggedIn)(name ?? customer(String(id))))
}

/**
 * Becomes a new guest when the API rejects the shopper's token. A refused login changes nothing, as its token is another one.
 * @param {App} app
 * @param {Problem} problem
 * @returns {Promise<string | null>} a sentence to add to the message
 */
export async function recoverFromInvalidToken(app, { status, token }) {
  const { shopper } = app.state
  if (status !== 401 || token !== shopper?.token) return null
  await switchShopper(app, { kind: 'guest', token: await requestToken(app) })
  return app.texts().problems.guestAgain
}

/** Becomes a new guest after the website has logged this one in, whose cart is the member's now. @param {App} app */
export async function continueAfterWebLogin(app) {
  await switchShopper(app, { kind: 'guest', token: await requestToken(app) })
  app.notify('bad', app.texts().problems.loggedInOnWeb)
}

/** Switches to a shopper and reads their cart and prices. @param {App} app @param {Shopper} shopper */
async function switchShopper(app, shopper) {
  rememberShopper(app, shopper)
  app.state.cart = await app.api.send('GET /cart', { token: shopper.token })
  await loadProductsAnew(app)
}

/** @param {App} app @param {number} [customerId] a test member; without it, a new guest @returns {Promise<string>} */
async function requestToken(app, customerId) {
  const { token } = await app.api.send('POST /playground/tokens', { body: { customerId } })
  return token
}

/** @param {App} app @param {Shopper} shopper */
function rememberShopper({ state }, shopper) {
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
