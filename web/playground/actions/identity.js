/** The shopper of this tab: a guest with an access token, or a member; and the login, which merges their carts. */

import { Problem } from '../api.js'
import { loadProductsAnew } from './catalogue.js'
import { loadMyCoupons } from './my-coupons.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Guest} Guest */
/** @typedef {import('../state.js').Shopper} Shopper */

/** Key of the session storage, which keeps the shopper over a reload of the tab. */
const KEY = 'sepet-playground-shopper'

/** Restores the shopper of this tab, or becomes a new guest; then reads the cart and the products. @param {App} app */
export async function restoreShopper(app) {
  const known = readShopper()
  const shopper = known?.kind === 'member' ? known : await (known ? renewExpired(app, known) : requestGuest(app))
  await switchShopper(app, shopper)
}

/** Becomes a new guest with an empty cart. @param {App} app */
export async function becomeNewGuest(app) {
  await switchShopper(app, await requestGuest(app))
  app.notify('good', app.texts().guestStarted)
}

/**
 * Logs in as a test member: requests the token that an identity provider would issue, and merges a guest's cart.
 * @param {App} app
 * @param {number} id the customer's id
 */
export async function logIn(app, id) {
  const { state, api } = app
  const guest = state.shopper?.kind === 'guest' ? await renewExpired(app, state.shopper) : null
  const name = state.shop?.members.find(member => member.id === id)?.name ?? null
  const { token } = await api.send('POST /playground/tokens', { body: { customerId: id } })
  const body = guest && { guestToken: guest.token }
  const cart = await (body
    ? api.send('POST /cart/merge', { token, body, ifMatch: '*' })
    : api.send('GET /cart', { token }))
  const merged = body && (state.cart?.included.length ?? 0) > 0
  rememberShopper(app, { kind: 'member', token, id, name })
  state.cart = cart
  await loadMyCoupons(app)
  await loadProductsAnew(app)
  const { loggedIn, loggedInMerged, customer } = app.texts()
  app.notify('good', (merged ? loggedInMerged : loggedIn)(name ?? customer(String(id))))
}

/**
 * Renews a guest's token that the API rejects; becomes a new guest where that is refused or the shopper is a member. A refused login
 * changes nothing, as its token is another one.
 * @param {App} app
 * @param {Problem} problem
 * @returns {Promise<string | null>} a sentence to add to the message
 */
export async function recoverFromInvalidToken(app, { status, token }) {
  const { shopper } = app.state
  if (status !== 401 || !shopper || token !== shopper.token) return null
  const renewed = shopper.kind === 'guest' ? await renewGuest(app, shopper) : null
  await switchShopper(app, renewed ?? (await requestGuest(app)))
  const { guestRenewed, guestAgain } = app.texts().problems
  return renewed ? guestRenewed : guestAgain
}

/** Becomes a new guest after the website has logged this one in, whose cart is the member's now. @param {App} app */
export async function continueAfterWebLogin(app) {
  await switchShopper(app, await requestGuest(app))
  app.notify('bad', app.texts().problems.loggedInOnWeb)
}

/** Switches to a shopper and reads their cart, coupons and prices. @param {App} app @param {Shopper} shopper */
async function switchShopper(app, shopper) {
  rememberShopper(app, shopper)
  app.state.cart = await app.api.send('GET /cart', { token: shopper.token })
  await loadMyCoupons(app)
  await loadProductsAnew(app)
}

/**
 * Requests a token from Sepet.
 * @param {App} app
 * @param {string} [token] of the guest to renew; without it a new guest begins
 * @returns {Promise<Guest>}
 */
async function requestGuest({ api }, token) {
  const { accessToken, expiresAt } = await api.send('POST /guest-tokens', token === undefined ? {} : { token })
  return { kind: 'guest', token: accessToken, expiresAt }
}

/**
 * Renews the token of a guest.
 * @param {App} app
 * @param {Guest} guest
 * @returns {Promise<Guest | null>} null when Sepet refuses to
 */
async function renewGuest(app, { token }) {
  try {
    return await requestGuest(app, token)
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return null
    throw error
  }
}

/**
 * Renews the token of a guest when it has expired; a new guest begins when Sepet refuses to.
 * @param {App} app
 * @param {Guest} guest
 * @returns {Promise<Guest>} the same guest while the token is valid
 */
async function renewExpired(app, guest) {
  if (Date.now() < Date.parse(guest.expiresAt)) return guest
  return (await renewGuest(app, guest)) ?? requestGuest(app)
}

/** @param {App} app @param {Shopper} shopper */
function rememberShopper({ state }, shopper) {
  state.shopper = shopper
  state.order = null
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
