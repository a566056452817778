/** Links in the web view: the handoff, which is requested first, and an agent's; the log tells where the web view arrives. */

import { Problem } from '../api.js'
import { readCart } from './cart.js'
import { refreshProducts } from './catalogue.js'
import { continueAfterWebLogin } from './identity.js'
import { loadMyCoupons } from './my-coupons.js'
import { focusScreen, moveFocus } from './navigation.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').CartDocument} CartDocument */

/** Opens a page of the shop's own website in the web view. @param {App} app @param {string} returnPath */
export async function openWebsite(app, returnPath) {
  await app.run(() => checkOut(app, returnPath))
  moveFocus('.web-view button')
}

/** Opens the link of an agent's cart with the web session that the browser has, or none. @param {App} app @param {string} url */
export async function continueInWebView(app, url) {
  app.state.view = 'phone'
  await app.run(async () => openWebView(app, { kind: 'continue', url }))
  moveFocus('.web-view button')
}

/**
 * Brings an agent's cart into the phone's: a handoff begins the shopper's web session, in which the link is opened then.
 * @param {App} app
 * @param {string} url
 */
export async function continueOnPhone(app, url) {
  app.state.view = 'phone'
  await app.run(() => checkOut(app, undefined, url))
  if (app.state.webView) app.update({ screen: 'cart' })
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
 * @param {string | undefined} returnPath the shop's default path if undefined
 * @param {string | null} [next] the link that is opened after it
 */
async function checkOut(app, returnPath, next = null) {
  const { state, api } = app
  const waitMs = state.checkoutAllowedAt - Date.now()
  if (waitMs > 0) {
    // The cart's own button shows the remaining seconds.
    if (next !== null) app.notify('bad', app.texts().problems.limited(String(Math.ceil(waitMs / 1000))))
    return
  }
  const kind = state.shopper?.kind === 'member' ? 'checkout-session' : 'checkout-guest-session'
  try {
    const { url } = await api.send(`POST /${kind}`, { token: state.shopper?.token ?? '', body: { returnPath } })
    openWebView(app, { kind: 'handoff', url, next })
  } catch (error) {
    if (error instanceof Problem && error.status === 429) countDown(app, error.retryAfterSeconds ?? 1)
    throw error
  }
}

/** @param {App} app @param {{ kind: 'handoff' | 'continue', url: string, next?: string | null }} link */
function openWebView({ state, api }, { kind, url, next = null }) {
  const { pathname, search } = new URL(url)
  const entry = api.beginNavigation(`GET /checkout/${kind}`, `${pathname}${search}`)
  state.webView = { url, path: '', orderNumber: null, entry, kind, next }
  state.notice = null
  state.order = null
}

/**
 * Completes the log entry of a navigation. The frame has the page's own origin, so its path can be read.
 * @param {App} app
 * @param {HTMLIFrameElement} frame
 */
export function handleFrameLoad(app, frame) {
  const { webView } = app.state
  const { pathname: path, search = '' } = frame.contentWindow?.location ?? {}
  if (!webView || path === undefined || path === 'blank') return
  webView.path = path
  webView.orderNumber = orderNumberAt(path, webView.orderNumber)
  const isRefused = path === new URL(webView.url).pathname
  const isArrival = webView.entry.response === null
  if (isArrival) endNavigation(app, webView.entry, isRefused ? null : path + search)
  if (isRefused) {
    app.state.webView = null
    app.notify('bad', app.texts().problems.webViewFailed)
  } else if (webView.next !== null) openWebView(app, { kind: 'continue', url: webView.next })
  else if (isArrival && webView.kind === 'continue') explainDeadLink(app, search)
  app.render()
}

/**
 * Completes the log entry of a navigation. A frame does not expose the status of its response: one that stays at the link's path was
 * refused by the rate limit, any other path is the target of the redirect.
 * @param {App} app
 * @param {import('../api.js').LogEntry} entry
 * @param {string | null} target null where it was refused
 */
function endNavigation({ api }, entry, target) {
  const [status, statusText] = target === null ? [429, 'Too Many Requests'] : [302, 'Found']
  api.endNavigation(entry, { status, statusText, headers: target === null ? [] : [['location', target]], text: '' })
}

/** Closes the web view where an agent's link brought nothing, and says why, which the address tells. @param {App} app @param {string} search */
function explainDeadLink(app, search) {
  const reason = new URLSearchParams(search).get('continue')
  if (reason === null) return
  const { deadLinks } = app.texts().agent
  app.state.webView = null
  focusScreen()
  app.notify('bad', deadLinks[reason] ?? app.texts().problems.webViewFailed)
}

/** An order's page; that of an order which is cancelled is below it. An app and its web shop agree on such an address. */
const ORDER_PAGE = /^\/order\/([\w.~-]{1,128})(\/.+)?$/

/** The number of the order whose page was shown last, after a further page. @param {string} path @param {string | null} earlier */
function orderNumberAt(path, earlier) {
  const [, number = null, below] = ORDER_PAGE.exec(path) ?? []
  if (number === null) return earlier
  return below === undefined ? number : null
}

/**
 * Closes the web view and reads products and cart again, since the website may have changed the cart, merged it at a login, or ordered it.
 * The order is placed if the website has shown its page and the cart has lost lines: either alone can have other causes.
 * @param {App} app
 */
async function closeWebView(app) {
  const { webView, cart } = app.state
  const number = webView?.orderNumber ?? null
  app.state.webView = null
  try {
    await refreshProducts(app)
    await readCart(app)
    await loadMyCoupons(app)
    if (number === null || !hasLostLines(cart, app.state.cart)) return
    app.state.order = { number }
    app.notify('good', app.texts().orderPlaced)
  } catch (error) {
    const isMerged = error instanceof Problem && error.errors.some(({ code }) => code === 'guest_cancelled')
    if (!isMerged) throw error
    await continueAfterWebLogin(app)
    if (number !== null) app.state.order = { number }
  }
  if (app.state.order) app.state.screen = 'cart'
}

/** Whether a line of a cart has gone, or has fewer pieces. @param {CartDocument | null} before @param {CartDocument | null} after */
function hasLostLines(before, after) {
  const quantities = new Map(after?.included.map(({ id, attributes }) => [id, attributes.quantity]))
  return (before?.included ?? []).some(({ id, attributes }) => (quantities.get(id) ?? 0) < attributes.quantity)
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
