/** Starts the page: draws it, loads the shop and the cart, and dispatches events to the handler that `data-action` names. */

import { loadShop } from './actions/catalogue.js'
import { handleFrameLoad } from './actions/checkout.js'
import { recoverFromInvalidToken, restoreShopper } from './actions/identity.js'
import { createApp } from './app.js'
import { eventHandlers } from './event-handlers.js'
import { drawPage } from './page.js'

const root = /** @type {Element} */ (document.querySelector('#page'))
const app = createApp(root, drawPage, recoverFromInvalidToken)

/** Runs the handler of the element that the event belongs to. @param {Event} event */
function dispatch(event) {
  const origin = /** @type {Element} */ (event.target)
  const element = /** @type {HTMLElement | null} */ (event.type === 'submit' ? origin : origin.closest('[data-action]'))
  const handler = element && isTrigger(event, element) && eventHandlers[element.dataset.action ?? '']
  if (!handler) return
  if (event.type === 'submit') event.preventDefault()
  if (element.getAttribute('aria-disabled') !== 'true') handler(app, element)
}

/**
 * Whether the event triggers the element's action: a button's click, a form's submit, an input's change.
 * @param {Event} event
 * @param {HTMLElement} element
 */
function isTrigger({ type }, element) {
  if (element instanceof HTMLFormElement) return type === 'submit'
  return type === (element instanceof HTMLInputElement ? 'change' : 'click')
}

for (const type of ['click', 'submit', 'change']) root.addEventListener(type, dispatch)
// On the document, so that Escape works wherever the focus is.
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && app.state.webView) eventHandlers['close-web-view']?.(app, document.body)
})
// `load` and `error` do not bubble, so these listeners capture them.
root.addEventListener(
  'load',
  ({ target }) => {
    if (target instanceof HTMLIFrameElement) handleFrameLoad(app, target)
  },
  true,
)
root.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLImageElement)) return
    app.state.brokenPictures.add(target.getAttribute('src') ?? '')
    app.render()
  },
  true,
)

app.render()
app.run(() => loadShop(app))
app.run(() => restoreShopper(app))
