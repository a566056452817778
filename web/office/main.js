/** Starts the office: finds out who is signed in, and draws the page of the URL, or the sign-in. */

import { html, render } from '../ui/html.js'
import { Problem } from '../ui/request.js'
import { createApp, leaveTo } from './app.js'
import { keepFocus } from './keep-focus.js'
import { Page } from './layout/page.js'
import { listenToSearchKeys } from './layout/search-keys.js'
import { listenToNavigation } from './navigation.js'
import { takeKey } from './pages/sign-in/office-key.js'
import { SignInPage } from './pages/sign-in/sign-in-page.js'
import { routes } from './routes.js'
import { Failed } from './ui/states.js'

const root = /** @type {Element} */ (document.querySelector('#page'))

/** Draws the page of the URL. @param {import('./app.js').App} app */
function draw(app) {
  document.documentElement.lang = app.state.language
  const url = new URL(app.state.url)
  if (url.pathname === '/office/sign-in') render(html`<${SignInPage} app=${app} query=${url.searchParams} />`, root)
  else if (app.state.session) render(html`<${Page} app=${app} url=${url} />`, root)
}

const app = createApp(draw, routes)

/** Without a session the API client leaves to the sign-in. */
async function loadSession() {
  try {
    app.update({ session: await app.api.office('GET', '/session') })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.status === 401) return
    render(html`<main><${Failed} app=${app} problem=${error} onAgain=${loadSession} /></main>`, root)
  }
}

// What a browser keeps of a page that was left, to show it again at once, is of a session that may have ended.
window.addEventListener('pagehide', () => app.state.isEnding && render(null, root))
window.addEventListener('pageshow', event => event.persisted && location.reload())
takeKey()
listenToNavigation(app)
listenToSearchKeys()
keepFocus(root)
// A link with a key that is opened on this page changes its fragment alone.
window.addEventListener('hashchange', () => takeKey() && leaveTo(location.href))
app.render()
if (location.pathname !== '/office/sign-in') loadSession()
