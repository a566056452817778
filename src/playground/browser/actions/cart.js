/** What is done with the cart: each is one request, and its answer is the cart as it now is. */

import { stepOf } from '../state.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../api.js').Request} Request */

/** @param {App} app @param {string} route @param {Request} [request] */
async function change({ state, api }, route, request = {}) {
  state.cart = await api.send(route, { ...request, token: state.shopper?.token ?? '' })
}

/** @param {App} app */
export const readCart = app => change(app, 'GET /cart')

/** @param {App} app */
export const emptyCart = app => change(app, 'DELETE /cart')

/** @param {App} app @param {{ productId: number, variantId: number | null, quantity: number, name: string }} item */
export async function addItem(app, { productId, variantId, quantity, name }) {
  await change(app, 'POST /cart-items', { body: { productId, ...(variantId !== null && { variantId }), quantity } })
  app.say('good', app.texts().added(name))
}

/** One step more or less, from what the line holds when its turn comes. @param {App} app @param {string} itemId @param {1 | -1} sign */
export async function stepQuantity(app, itemId, sign) {
  const line = app.state.cart?.included.find(({ id }) => id === itemId)
  if (!line) return
  const { quantity, stockIncrement } = line.attributes
  const wanted = quantity + sign * stepOf(stockIncrement)
  if (wanted < 1) return
  await change(app, 'PATCH /cart-items/{itemId}', { params: { itemId }, body: { quantity: wanted } })
}

/** @param {App} app @param {string} itemId */
export const removeItem = (app, itemId) => change(app, 'DELETE /cart-items/{itemId}', { params: { itemId } })

/** @param {App} app @param {string} itemId @param {{ orderNote: string | null, giftNote: string | null, giftPackage: boolean }} notes */
export async function saveNotes(app, itemId, notes) {
  await change(app, 'PATCH /cart-items/{itemId}/notes', { params: { itemId }, body: notes })
  app.say('good', app.texts().notesSaved)
}

/** @param {App} app @param {string} couponCode */
export async function applyCoupon(app, couponCode) {
  await change(app, 'POST /cart/coupon', { body: { couponCode } })
  const { couponApplied, couponRefused } = app.texts()
  const applied = app.state.cart?.data.attributes.appliedCoupon
  if (applied) app.say('good', couponApplied(applied.code))
  else app.say('bad', couponRefused(couponCode))
}

/** @param {App} app */
export const removeCoupon = app => change(app, 'DELETE /cart/coupon')

/** @param {App} app @param {number} campaignId */
export async function chooseCampaign(app, campaignId) {
  await change(app, 'POST /cart/campaign', { body: { campaignId } })
  const applied = app.state.cart?.data.attributes.appliedCampaign
  if (applied) app.say('good', app.texts().campaignChosen(applied.name))
}

/** @param {App} app */
export const dropCampaign = app => change(app, 'DELETE /cart/campaign')
