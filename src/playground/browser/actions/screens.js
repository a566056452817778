/** Goes from screen to screen, and takes the keyboard's focus along. */

import { stepOf } from '../state.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Screen} Screen */

/** @param {App} app @param {Screen} screen */
export function show(app, screen) {
  const { state } = app
  const left = state.screen === 'product' && screen === 'shop' ? state.chosen?.product.id : undefined
  state.screen = screen
  state.notice = null
  app.render()
  // Back from a product: on to the next one.
  moveFocus(left === undefined ? `[data-screen="${screen}"] h2` : `[data-do="look"][data-product="${left}"]`)
}

/** Looks at a product, one step of it. @param {App} app @param {number} productId */
export function look(app, productId) {
  const { state } = app
  const product = state.products?.find(({ id }) => id === productId)
  if (!product) return
  state.chosen = { product, variantId: null, quantity: stepOf(product.stockIncrement) }
  show(app, 'product')
}

/** Once the page is drawn. @param {string} selector */
export function moveFocus(selector) {
  requestAnimationFrame(() => {
    const element = document.querySelector(selector)
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  })
}
