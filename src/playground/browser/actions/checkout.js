/** The checkout handoff: requests a link, opens it in the web view, and logs where the web view arrives. */

import { Problem } from '../api.js'
import { readCart } from './cart.js'
import { refreshProducts } from './catalogue.js'
import { continueAfterWebLogin } from './identity.js'
import { focusScreen, moveFocus } from './navigation.js'

/** @typedef {import('../app.js').App} App */

/** Opens a page of the shop's own website in the web view. @param {App} app @param {string} returnPath */
export async function openWebsite(app, returnPath) {
  await app.run(() => checkOut(app, returnPath))
  moveFocus('.web-view button')
}

/** Closes the web view. @param {App} app */
export async function leaveWebsite(app) {
  await app.run(() => closeWebView(app))
  focusScreen()
}

/**
 * Requests a handoff link and opens it; does nothing while the rate limit holds.
 * @param {App} app
 * @param {string} returnPath
 */
async function checkOut(app, returnPath) {
  const { state, api } = app
  if (Date.now() < state.checkoutAllowedAt) return
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
  const entry = api.beginNavigation('GET /checkout/handoff', `${pathname}${search}`)
  state.webView = { url, path: '', entry }
  state.notice = null
}

/**
 * Completes the log entry of a navigation. The frame has the page's own origin, so its path can be read.
 * @param {App} app
 * @param {HTMLIFrameElement} frame
 */
export function handleFrameLoad(app, frame) {
  const { webView } = app.state
  const path = frame.contentWindow?.location.pathname
  if (!webView || path === undefined || path === 'blank') return
  webView.path = path
  const isHandoff = path === new URL(webView.url).pathname
  if (webView.entry.response === null) {
    // A frame does not expose the status of its response. A frame that stays at the handoff's path was refused by the rate limit.
    // Any other path is the target of the redirect.
    const [status, statusText] = isHandoff ? [429, 'Too Many Requests'] : [302, 'Found']
    app.api.endNavigation(webView.entry, {
      status,
      statusText,
      headers: isHandoff ? [] : [['location', path]],
      text: '',
    })
  }
  if (isHandoff) {
    app.state.webView = null
    app.notify('bad', app.texts().problems.webViewFailed)
  }
  app.render()
}

/**
 * Closes the web view and reads products and cart again, since the website may have changed the cart, merged it at a login, or ordered it.
 * @param {App} app
 */
async function closeWebView(app) {
  app.state.webView = null
  try {
    await refreshProducts(app)
    await readCart(app)
  } catch (error) {
    const isMerged = error instanceof Problem && error.errors.some(({ code }) => code === 'guest_cancelled')
    if (!isMerged) throw error
    await continueAfterWebLogin(app)
  }
}

/**
 * Renders once a second while the rate limit holds, so that the button shows the remaining seconds.
 * @param {App} app
 * @param {number} seconds
 */
function countDown(app, seconds) {
  app.state.checkoutAllowedAt = Date.now() + seconds * 1000
  const timer = setInterval(() => {
    if (Date.now() >= app.state.checkoutAllowedAt) clearInterval(timer)
    app.render()
  }, 1000)
}
