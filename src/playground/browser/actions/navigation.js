/** Navigation between the phone's screens, with the keyboard focus. */

import { stepOf } from '../state.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Screen} Screen */

/** Shows a screen and moves the focus to it. @param {App} app @param {Screen} screen */
export function showScreen(app, screen) {
  const { state } = app
  const previousProductId = state.screen === 'product' && screen === 'shop' ? state.chosen?.product.id : undefined
  state.screen = screen
  state.notice = null
  app.render()
  // Back in the product list, the focus returns to the product that was shown.
  const card = `[data-action="show-product"][data-product="${previousProductId}"]`
  moveFocus(previousProductId === undefined ? `[data-screen="${screen}"] h2` : card)
}

/**
 * Shows a product with the smallest quantity that can be added to the cart.
 * @param {App} app
 * @param {number} productId
 */
export function showProduct(app, productId) {
  const { state } = app
  const product = state.products?.find(({ id }) => id === productId)
  if (!product) return
  state.chosen = { product, variantId: null, quantity: stepOf(product.stockIncrement) }
  showScreen(app, 'product')
}

/** Focuses the first element that matches, after the page is rendered. @param {string} selector */
export function moveFocus(selector) {
  requestAnimationFrame(() => {
    const element = document.querySelector(selector)
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  })
}
