/** The phone: one visible screen, the tabs below it, and messages and the web view in front of it. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { drawAccount } from './account.js'
import { drawCart } from './cart.js'
import { drawProduct } from './product.js'
import { drawShop } from './shop.js'
import { drawWebView } from './web-view.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Screen} Screen */

/** Draws the phone. @param {App} app */
export function drawPhone(app) {
  const { state } = app
  const inWebView = state.webView !== null
  return h(
    'section.phone',
    { 'aria-label': app.texts().phone, 'data-key': 'phone' },
    h(
      'div.phone-screen',
      {},
      h(
        'div.app',
        { inert: inWebView },
        drawScreen(app, 'shop', drawShop),
        state.chosen && drawScreen(app, 'product', drawProduct),
        drawScreen(app, 'cart', drawCart),
        drawScreen(app, 'account', drawAccount),
        drawTabs(app),
      ),
      drawNotice(app),
      drawWebView(app),
    ),
  )
}

/**
 * Draws a screen. A hidden screen stays in the page, so that it keeps its scroll position.
 * @param {App} app
 * @param {Screen} screen
 * @param {(app: App) => import('../dom.js').Child[]} draw
 */
function drawScreen(app, screen, draw) {
  const key = screen === 'product' ? `product-${app.state.chosen?.product.id}` : screen
  return h('div.screen', { 'data-key': key, 'data-screen': screen, hidden: app.state.screen !== screen }, ...draw(app))
}

/** @param {App} app */
function drawTabs(app) {
  const t = app.texts()
  return h(
    'nav.tabs',
    { 'aria-label': t.sections, 'data-key': 'tabs' },
    drawTab(app, 'shop', 'shop', null),
    drawTab(app, 'cart', 'basket', app.state.cart?.data.attributes.totalQuantity ?? 0),
    drawTab(app, 'account', 'person', null),
  )
}

/**
 * @param {App} app
 * @param {'shop' | 'cart' | 'account'} screen
 * @param {import('../icons.js').IconName} picture
 * @param {number | null} count
 */
function drawTab({ state, texts }, screen, picture, count) {
  const isCurrent = state.screen === screen || (screen === 'shop' && state.screen === 'product')
  return h(
    'button',
    { type: 'button', 'data-action': 'show-screen', 'data-screen': screen, 'aria-current': isCurrent ? 'page' : null },
    icon(picture),
    h('span', {}, texts().tabs[screen]),
    count !== null && count > 0 && h('span.badge', { 'data-key': `badge-${count}` }, count),
  )
}

/**
 * Draws the message. Both live regions always exist, since screen readers announce only changes inside existing ones.
 * @param {App} app
 */
function drawNotice(app) {
  const { notice } = app.state
  return h(
    'div.notices',
    { 'data-key': 'notices' },
    h(
      'div.notice',
      { role: 'status', 'data-key': 'good' },
      ...(notice?.kind === 'good' ? drawMessage(app, 'check', notice.text) : []),
    ),
    h(
      'div.notice.problem',
      { role: 'alert', 'data-key': 'bad' },
      ...(notice?.kind === 'bad' ? drawMessage(app, 'warning', notice.text) : []),
    ),
  )
}

/** @param {App} app @param {import('../icons.js').IconName} picture @param {string} text */
function drawMessage({ state, texts }, picture, text) {
  const dismiss = h(
    'button.plain',
    { type: 'button', 'data-action': 'dismiss-notice', 'aria-label': texts().dismiss },
    icon('close'),
  )
  const again =
    state.notice?.again && h('button.plain.again', { type: 'button', 'data-action': 'do-again' }, texts().doAgain)
  return [icon(picture), h('p', {}, text), dismiss, again]
}
