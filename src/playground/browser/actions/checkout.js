/** The way out of the app: ask for a link, open it in the web view, and see where it leads. */

import { Problem } from '../api.js'
import { readCart } from './cart.js'

/** @typedef {import('../app.js').App} App */

/** Where links lead; they carry no version. */
const HANDOFF = '/api/v3/storefront/checkout/handoff'

/** @param {App} app @param {string} returnPath */
export async function checkOut(app, returnPath) {
  const { state, api } = app
  if (Date.now() < state.checkoutFrom) return
  const kind = state.shopper?.kind === 'member' ? 'checkout-session' : 'checkout-guest-session'
  try {
    const { url } = await api.send(`POST /${kind}`, { token: state.shopper?.token ?? '', body: { returnPath } })
    openWebView(app, url)
  } catch (error) {
    if (error instanceof Problem && error.status === 429) countDown(app, error.retryAfterSeconds ?? 1)
    throw error
  }
}

/** @param {App} app @param {string} url */
function openWebView({ state, api }, url) {
  const { pathname, search } = new URL(url)
  const call = api.beginNavigation('GET /checkout/handoff', `${pathname}${search}`)
  state.webView = { url, path: '', call }
  state.notice = null
}

/** Where the web view has arrived: the frame is of this origin, so that its address can be read. @param {App} app @param {HTMLIFrameElement} frame */
export function noteArrival(app, frame) {
  const { webView } = app.state
  const path = frame.contentWindow?.location.pathname
  if (!webView || path === undefined || path === 'blank') return
  webView.path = path
  const isHandoff = path === HANDOFF
  if (webView.call.answer === null) {
    const [status, statusText] = isHandoff ? [429, 'Too Many Requests'] : [302, 'Found']
    app.api.endNavigation(webView.call, {
      status,
      statusText,
      headers: isHandoff ? [] : [['location', path]],
      text: '',
    })
  }
  if (isHandoff) {
    app.state.webView = null
    app.say('bad', app.texts().problems.webViewFailed)
  }
  app.render()
}

/** The cart may have changed on the web. @param {App} app */
export async function closeWebView(app) {
  app.state.webView = null
  await readCart(app)
}

/** Shows on the button how long the limit still holds. @param {App} app @param {number} seconds */
function countDown(app, seconds) {
  app.state.checkoutFrom = Date.now() + seconds * 1000
  const timer = setInterval(() => {
    if (Date.now() >= app.state.checkoutFrom) clearInterval(timer)
    app.render()
  }, 1000)
}
