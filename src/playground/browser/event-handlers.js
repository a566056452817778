/** What each `data-do` of the page means. */

import * as cart from './actions/cart.js'
import { loadMoreProducts } from './actions/catalogue.js'
import { checkOut, closeWebView } from './actions/checkout.js'
import { becomeNewGuest, logIn } from './actions/identity.js'
import { look, moveFocus, show } from './actions/screens.js'
import { curlOf } from './request-log/curl.js'
import { stepOf } from './state.js'
import { rememberLanguage } from './texts/texts.js'

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./state.js').Screen} Screen */

/** @type {Record<string, (app: App, element: HTMLElement) => void>} */
export const deeds = {
  language(app, { dataset }) {
    app.state.language = dataset.language === 'tr' ? 'tr' : 'en'
    rememberLanguage(app.state.language)
    app.render()
  },
  view(app, { dataset }) {
    app.state.view = dataset.view === 'receipt' ? 'receipt' : 'phone'
    app.render()
  },
  open: (app, { dataset }) => show(app, /** @type {Screen} */ (dataset.screen)),
  look: (app, { dataset }) => look(app, Number(dataset.product)),
  more: app => void app.run(() => loadMoreProducts(app)),
  dismiss(app) {
    app.state.notice = null
    app.render()
  },

  'choose-variant'(app, element) {
    if (app.state.chosen) app.state.chosen.variantId = Number(/** @type {HTMLInputElement} */ (element).value)
    app.render()
  },
  count(app, { dataset }) {
    if (app.state.chosen) app.state.chosen.quantity += Number(dataset.by)
    app.render()
  },
  add(app) {
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

  step: (app, { dataset }) =>
    void app.run(() => cart.stepQuantity(app, dataset.item ?? '', dataset.sign === '1' ? 1 : -1)),
  remove: (app, { dataset }) => removeFrom(app, () => cart.removeItem(app, dataset.item ?? '')),
  empty: app => removeFrom(app, () => cart.emptyCart(app)),
  notes(app, form) {
    const fields = new FormData(/** @type {HTMLFormElement} */ (form))
    const text = (/** @type {string} */ name) => String(fields.get(name) ?? '').trim() || null
    const notes = { orderNote: text('orderNote'), giftNote: text('giftNote'), giftPackage: fields.has('giftPackage') }
    app.run(() => cart.saveNotes(app, form.dataset.item ?? '', notes))
  },
  coupon(app, form) {
    const code = String(new FormData(/** @type {HTMLFormElement} */ (form)).get('code') ?? '')
    app.run(() => cart.applyCoupon(app, code))
  },
  'try-coupon': (app, { dataset }) => void app.run(() => cart.applyCoupon(app, dataset.code ?? '')),
  'remove-coupon': app => void app.run(() => cart.removeCoupon(app)),
  campaign: (app, { dataset }) => void app.run(() => cart.chooseCampaign(app, Number(dataset.campaign))),
  'drop-campaign': app => void app.run(() => cart.dropCampaign(app)),

  'log-in': (app, { dataset }) => enter(app, () => logIn(app, Number(dataset.customer))),
  'new-guest': app => enter(app, () => becomeNewGuest(app)),
  checkout: app => leave(app, '/odeme'),
  orders: app => leave(app, '/uye-siparisleri'),
  'close-web-view': app =>
    void app.run(() => closeWebView(app)).then(() => moveFocus('[data-screen]:not([hidden]) h2')),

  'open-call'(app, element) {
    const isOpen = element.getAttribute('aria-expanded') === 'true'
    app.state.opened.set(Number(element.dataset.call), !isOpen)
    app.render()
  },
  'tear-off': app => app.api.forget(),
  copy: (app, { dataset }) => void copyCall(app, Number(dataset.call)),
}

/** What was clicked is gone then: focus goes where the eye does. @param {App} app @param {() => Promise<void>} action */
function removeFrom(app, action) {
  app.run(action).then(() => moveFocus('[data-screen="cart"] h2'))
}

/** @param {App} app @param {() => Promise<void>} action */
function enter(app, action) {
  app.run(action).then(() => moveFocus('[data-screen="account"] h2'))
}

/** @param {App} app @param {string} returnPath */
function leave(app, returnPath) {
  app.run(() => checkOut(app, returnPath)).then(() => moveFocus('[data-do="close-web-view"]'))
}

/** @param {App} app @param {number} id */
async function copyCall(app, id) {
  const call = app.api.calls().find(each => each.id === id)
  if (!call) return
  try {
    await navigator.clipboard.writeText(curlOf(call, location.origin))
    app.state.copied = id
    app.say('good', app.texts().copied)
  } catch {
    app.say('bad', app.texts().copyFailed)
  }
}
