/** Cart operations: each sends one request, whose response is the changed cart. */

import { Problem } from '../api.js'
import { couponText } from '../coupon-text.js'
import { headerOf } from '../exchange.js'
import { repeatableAdd, stepOf } from '../state.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../api.js').Request} Request */

/**
 * Sends a cart request and stores the cart of its response, also of a refusal that has the current cart.
 * @param {App} app
 * @param {string} route
 * @param {Request} [request]
 */
async function change(app, route, request = {}) {
  const { state, api } = app
  try {
    state.cart = await api.send(route, { ...request, token: state.shopper?.token ?? '' })
  } catch (error) {
    if (error instanceof Problem && error.cart) {
      const hadCoupon = namesCoupon(state.cart)
      state.cart = error.cart
      // The cart of a refusal does not say why the chosen coupon does not apply.
      if (hadCoupon && !namesCoupon(error.cart)) await readCart(app).catch(() => {})
    }
    throw error
  }
}

/** Tells whether a cart names a chosen coupon, applied or not. @param {App['state']['cart']} cart */
const namesCoupon = cart => Boolean(cart?.data.attributes.appliedCoupon || cart?.data.meta?.coupon)

/**
 * Sends a write that is meant for the cart on the screen: it is refused if another phone has changed the cart since.
 * @param {App} app
 * @param {string} route
 * @param {Request} [request]
 */
const changeShown = (app, route, request = {}) =>
  change(app, route, { ...request, ifMatch: app.api.tagOf(app.state.cart) })

/** Reads the cart. @param {App} app */
export const readCart = app => change(app, 'GET /cart')

/** Reads the cart again, with the tag of the last read: an unchanged cart is answered with 304. @param {App} app */
export const readAgain = app => change(app, 'GET /cart', { isConditional: true })

/** Removes every line. @param {App} app */
export const emptyCart = app => changeShown(app, 'DELETE /cart')

/**
 * Adds a product or a variant.
 * @param {App} app
 * @param {{ productId: number, variantId: number | null, quantity: number, name: string }} item
 */
export async function addItem(app, { productId, variantId, quantity, name }) {
  const request = {
    body: { productId, ...(variantId !== null && { variantId }), quantity },
    idempotencyKey: crypto.randomUUID(),
    // Whatever the cart holds: the tag of the response is for the next write.
    ifMatch: '*',
  }
  app.state.order = null
  // Before the request: an add whose response is lost is the one to send again.
  app.state.lastAdd = { request, token: app.state.shopper?.token ?? '' }
  await change(app, 'POST /cart-items', request)
  app.notify('good', app.texts().added(name))
}

/** Sends the last add again, with its key, as an app does that got no response, and shows whether it was replayed. @param {App} app */
export async function sendAgain(app) {
  const add = repeatableAdd(app.state)
  if (!add) return
  await change(app, 'POST /cart-items', add)
  const response = app.api.latestWithKey(add.idempotencyKey)?.response
  if (!response || response === 'none') return
  app.notify('good', app.texts().sentAgain(headerOf(response, 'idempotency-replayed')))
}

/**
 * Changes a line's quantity by one step, from the quantity at the time the action runs, so that quick clicks add up.
 * @param {App} app
 * @param {string} itemId
 * @param {1 | -1} sign
 */
export async function stepQuantity(app, itemId, sign) {
  const line = app.state.cart?.included.find(({ id }) => id === itemId)
  if (!line) return app.notify('bad', app.texts().problems.codes.item_not_found ?? '')
  const { quantity, stockIncrement } = line.attributes
  const newQuantity = quantity + sign * stepOf(stockIncrement)
  if (newQuantity < 1) return
  await changeShown(app, 'PATCH /cart-items/{itemId}', { params: { itemId }, body: { quantity: newQuantity } })
}

/** Removes a line. @param {App} app @param {string} itemId */
export const removeItem = (app, itemId) => changeShown(app, 'DELETE /cart-items/{itemId}', { params: { itemId } })

/**
 * Saves a line's notes.
 * @param {App} app
 * @param {string} itemId
 * @param {{ orderNote: string | null, giftNote: string | null, giftPackage: boolean }} notes
 */
export async function saveNotes(app, itemId, notes) {
  await changeShown(app, 'PATCH /cart-items/{itemId}/notes', { params: { itemId }, body: notes })
  app.notify('good', app.texts().notesSaved)
}

/**
 * Applies a coupon; an invalid one is not an error: `data.meta.coupon` of the response names the reason and what is missing.
 * @param {App} app
 * @param {string} couponCode
 */
export async function applyCoupon(app, couponCode) {
  await changeShown(app, 'POST /cart/coupon', { body: { couponCode } })
  const { cart } = app.state
  const applied = cart?.data.attributes.appliedCoupon
  const unapplied = cart?.data.meta?.coupon
  if (applied) app.notify('good', app.texts().couponApplied(applied.code))
  else if (unapplied) app.notify('bad', `${unapplied.code}: ${couponText(unapplied, app.texts())}`)
}

/** Removes the coupon. @param {App} app */
export const removeCoupon = app => changeShown(app, 'DELETE /cart/coupon')

/** Chooses a campaign. @param {App} app @param {number} campaignId */
export async function chooseCampaign(app, campaignId) {
  await changeShown(app, 'POST /cart/campaign', { body: { campaignId } })
  const applied = app.state.cart?.data.attributes.appliedCampaign
  if (applied) app.notify('good', app.texts().campaignChosen(applied.name))
}

/** Removes the chosen campaign. @param {App} app */
export const dropCampaign = app => changeShown(app, 'DELETE /cart/campaign')
