/** Starts the page: draws it, enters the shop, and does what buttons, forms and choices ask for by their `data-do`. */

import { loadShop } from './actions/catalogue.js'
import { noteArrival } from './actions/checkout.js'
import { arrive, replaceLostShopper } from './actions/identity.js'
import { createApp } from './app.js'
import { deeds } from './event-handlers.js'
import { drawPage } from './page.js'

const root = /** @type {Element} */ (document.querySelector('#page'))
const app = createApp(root, drawPage, replaceLostShopper)

/** @param {Event} event */
function follow(event) {
  const origin = /** @type {Element} */ (event.target)
  const element = /** @type {HTMLElement | null} */ (event.type === 'submit' ? origin : origin.closest('[data-do]'))
  const deed = element && isMeant(event, element) && deeds[element.dataset.do ?? '']
  if (!deed) return
  if (event.type === 'submit') event.preventDefault()
  if (element.getAttribute('aria-disabled') !== 'true') deed(app, element)
}

/** Buttons are clicked, forms submitted, and other fields changed. @param {Event} event @param {HTMLElement} element */
function isMeant({ type }, element) {
  if (element instanceof HTMLFormElement) return type === 'submit'
  return type === (element instanceof HTMLInputElement ? 'change' : 'click')
}

for (const type of ['click', 'submit', 'change']) root.addEventListener(type, follow)
// Wherever the focus is.
document.addEventListener('keydown', event => {
  if (event.key === 'Escape' && app.state.webView) deeds['close-web-view']?.(app, document.body)
})
// These two do not bubble.
root.addEventListener(
  'load',
  ({ target }) => {
    if (target instanceof HTMLIFrameElement) noteArrival(app, target)
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
app.run(() => arrive(app))
