/** Starts the page: draws it, and loads the shop and the cart. */

import { html, render } from '../ui/html.js'
import { loadShop } from './actions/catalogue.js'
import { leaveWebsite } from './actions/checkout.js'
import { recoverFromInvalidToken, restoreShopper } from './actions/identity.js'
import { createApp } from './app.js'
import { Page } from './page/page.js'

const root = /** @type {Element} */ (document.querySelector('#page'))

/** Draws the page from the state. @param {import('./app.js').App} app */
function draw(app) {
  document.documentElement.lang = app.state.language
  document.title = app.texts().title
  render(html`<${Page} app=${app} />`, root)
}

const app = createApp(draw, recoverFromInvalidToken)

// On the document, so that Escape works wherever the focus is.
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && app.state.webView) leaveWebsite(app)
})

app.render()
app.run(() => loadShop(app))
app.run(() => restoreShopper(app))
