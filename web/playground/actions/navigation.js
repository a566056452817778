/** Navigation between the phone's screens, with the keyboard focus. */

import { stepOf } from '../state.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Screen} Screen */

/** Shows a screen and moves the focus to it. @param {App} app @param {Screen} screen */
export function showScreen(app, screen) {
  const { state } = app
  const previousProductId = state.screen === 'product' && screen === 'shop' ? state.chosen?.product.id : undefined
  app.update({ screen, notice: null })
  // Back in the product list, the focus returns to the product that was shown.
  if (previousProductId === undefined) focusScreen(screen)
  else moveFocus(`#${productCardId(previousProductId)}`)
}

/**
 * Shows a product with the smallest quantity that can be added to the cart.
 * @param {App} app
 * @param {import('../state.js').Product} product
 */
export function showProduct(app, product) {
  app.update({ chosen: { product, variantId: null, quantity: stepOf(product.stockIncrement) } })
  showScreen(app, 'product')
}

/** The id of the element that shows a product in the product list. @param {number} productId */
export function productCardId(productId) {
  return `product-${productId}`
}

/** Focuses the heading of a screen if it is visible. @param {Screen} [screen] the visible one by default */
export function focusScreen(screen) {
  moveFocus(`.screen${screen ? `[data-screen="${screen}"]` : ''}:not([hidden]) h2`)
}

/** Focuses the first element that matches, after the page is rendered. @param {string} selector */
export function moveFocus(selector) {
  requestAnimationFrame(() => {
    const element = document.querySelector(selector)
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  })
}
