/** The event handlers of the page: one for each value of `data-action`. */

import * as cart from './actions/cart.js'
import { loadMoreProducts } from './actions/catalogue.js'
import { checkOut, closeWebView } from './actions/checkout.js'
import { becomeNewGuest, logIn } from './actions/identity.js'
import { moveFocus, showProduct, showScreen } from './actions/navigation.js'
import { curlOf } from './request-log/curl.js'
import { stepOf } from './state.js'
import { rememberLanguage } from './texts/texts.js'

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./state.js').Screen} Screen */

/**
 * Event handlers by `data-action`. Each gets the element that carries the attribute.
 * @type {Record<string, (app: App, element: HTMLElement) => void>}
 */
export const eventHandlers = {
  'set-language'(app, { dataset }) {
    app.state.language = dataset.language === 'tr' ? 'tr' : 'en'
    rememberLanguage(app.state.language)
    app.render()
  },
  'set-view'(app, { dataset }) {
    app.state.view = dataset.view === 'requests' ? 'requests' : 'phone'
    app.render()
  },
  'show-screen': (app, { dataset }) => showScreen(app, /** @type {Screen} */ (dataset.screen)),
  'show-product': (app, { dataset }) => showProduct(app, Number(dataset.product)),
  'load-more': app => void app.run(() => loadMoreProducts(app)),
  'dismiss-notice'(app) {
    app.state.notice = null
    app.render()
  },
  'do-again'(app) {
    const again = app.state.notice?.again
    app.state.notice = null
    // The button disappears.
    if (again) app.runOnCart(again).then(() => moveFocus('[data-screen]:not([hidden]) h2'))
  },

  'choose-variant'(app, element) {
    if (app.state.chosen) app.state.chosen.variantId = Number(/** @type {HTMLInputElement} */ (element).value)
    app.render()
  },
  'change-quantity'(app, { dataset }) {
    if (app.state.chosen) app.state.chosen.quantity += Number(dataset.by)
    app.render()
  },
  'add-to-cart'(app) {
    const { chosen } = app.state
    if (!chosen) return
    const { product, variantId, quantity } = chosen
    app.run(() => cart.addItem(app, { productId: product.id, variantId, quantity, name: product.name }))
  },
  'quick-add'(app, { dataset }) {
    const product = app.state.products?.find(({ id }) => id === Number(dataset.product))
    if (!product) return
    const { id: productId, name, stockIncrement } = product
    app.run(() => cart.addItem(app, { productId, variantId: null, quantity: stepOf(stockIncrement), name }))
  },

  'step-quantity': (app, { dataset }) =>
    void app.runOnCart(() => cart.stepQuantity(app, dataset.item ?? '', dataset.sign === '1' ? 1 : -1)),
  'remove-line': (app, { dataset }) => runThenFocusCart(app, () => cart.removeItem(app, dataset.item ?? '')),
  'send-again': app => void app.run(() => cart.sendAgain(app)),
  'read-again': app => void app.run(() => cart.readAgain(app)),
  'empty-cart': app => runThenFocusCart(app, () => cart.emptyCart(app)),
  'save-notes'(app, form) {
    const fields = new FormData(/** @type {HTMLFormElement} */ (form))
    const text = (/** @type {string} */ name) => String(fields.get(name) ?? '').trim() || null
    const notes = { orderNote: text('orderNote'), giftNote: text('giftNote'), giftPackage: fields.has('giftPackage') }
    app.runOnCart(() => cart.saveNotes(app, form.dataset.item ?? '', notes))
  },
  'apply-coupon'(app, form) {
    const code = String(new FormData(/** @type {HTMLFormElement} */ (form)).get('code') ?? '')
    app.runOnCart(() => cart.applyCoupon(app, code))
  },
  'try-coupon': (app, { dataset }) => void app.runOnCart(() => cart.applyCoupon(app, dataset.code ?? '')),
  'remove-coupon': app => void app.runOnCart(() => cart.removeCoupon(app)),
  'choose-campaign': (app, { dataset }) => void app.runOnCart(() => cart.chooseCampaign(app, Number(dataset.campaign))),
  'drop-campaign': app => void app.runOnCart(() => cart.dropCampaign(app)),

  'log-in': (app, { dataset }) => runThenFocusAccount(app, () => logIn(app, Number(dataset.customer))),
  'new-guest': app => runThenFocusAccount(app, () => becomeNewGuest(app)),
  checkout: app => openWebsite(app, '/odeme'),
  'show-orders': app => openWebsite(app, '/uye-siparisleri'),
  'close-web-view': app =>
    void app.run(() => closeWebView(app)).then(() => moveFocus('[data-screen]:not([hidden]) h2')),

  'toggle-entry'(app, element) {
    const isExpanded = element.getAttribute('aria-expanded') === 'true'
    app.state.expanded.set(Number(element.dataset.entry), !isExpanded)
    app.render()
  },
  'clear-log': app => app.api.clear(),
  'copy-curl': (app, { dataset }) => void copyCurl(app, Number(dataset.entry)),
}

/**
 * Moves the focus to the cart's heading, since the action removes the clicked button.
 * @param {App} app
 * @param {() => Promise<void>} action
 */
function runThenFocusCart(app, action) {
  app.runOnCart(action).then(() => moveFocus('[data-screen="cart"] h2'))
}

/**
 * Moves the focus to the account's heading, since the action removes the clicked button.
 * @param {App} app
 * @param {() => Promise<void>} action
 */
function runThenFocusAccount(app, action) {
  app.run(action).then(() => moveFocus('[data-screen="account"] h2'))
}

/** Opens a page of the shop's own website in the web view. @param {App} app @param {string} returnPath */
function openWebsite(app, returnPath) {
  app.run(() => checkOut(app, returnPath)).then(() => moveFocus('[data-action="close-web-view"]'))
}

/** @param {App} app @param {number} id */
async function copyCurl(app, id) {
  const entry = app.api.entries().find(each => each.id === id)
  if (!entry) return
  try {
    await navigator.clipboard.writeText(curlOf(entry, location.origin))
    app.state.copiedEntryId = id
    app.notify('good', app.texts().copied)
  } catch {
    app.notify('bad', app.texts().copyFailed)
  }
}
