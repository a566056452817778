/** How a hit of the search is shown: its link, its name, and what tells it from others. */

import { amountText, moneyText, numberText } from '../../../ui/format/money.js'
import { timeText } from '../../../ui/format/time.js'
import { isolate } from '../../format/isolate.js'
import { isSegment, path } from '../../url.js'
import { subjectText } from '../carts/subjects.js'
import { nameOf } from '../customers/customer-names.js'
import { lowestOf } from '../products/lowest-item.js'
import { stateOf } from '../promotions/promotion-state.js'
import { givesText } from '../promotions/promotion-summary.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ href: string, title: string, detail: string }} Shown */

/** Tiers that the hit of a coupon or campaign names. */
const SHOWN_TIERS = 2

/** By group: shows a record. @type {Record<import('./searches.js').Group, (record: any, app: App) => Shown>} */
const show = {
  customers: (record, app) => ({
    href: path`/office/customers/${record.id}`,
    title: nameOf(record, app.texts()),
    detail: [record.email, record.mobilePhone ?? record.businessPhone, ordersOf(record, app)]
      .filter(Boolean)
      .join(' · '),
  }),
  carts: ({ subject }, app) => ({
    href: path`/office/carts/${subject}`,
    title: subjectText(subject, app.texts()),
    detail: subject,
  }),
  checkouts: ({ reference, state, heldAt, payable }, app) => ({
    href: path`/office/checkouts/${reference}`,
    title: reference,
    detail: [
      checkoutState(state, app),
      timeText(heldAt, app.texts().locale, app.clock().zone),
      moneyText(payable, app.texts().locale),
    ]
      .filter(Boolean)
      .join(' · '),
  }),
  coupons: (record, app) => ({
    href: isSegment(record.code) ? path`/office/coupons/${record.code}` : '/office/coupons',
    title: record.code,
    detail: [promotionText(record, app), record.description].filter(Boolean).join(' · '),
  }),
  campaigns: (record, app) => ({
    href: path`/office/campaigns/${record.id}`,
    title: record.name,
    detail: promotionText(record, app),
  }),
  products: (product, app) => ({
    href: path`/office/products/${product.id}`,
    title: product.name,
    detail: [product.sku, product.brand, priceText(product.currentPrice, app), stockText(product, app)]
      .filter(Boolean)
      .join(' · '),
  }),
}

/** Shows a hit. @param {import('./run-searches.js').Hit} hit @param {App} app */
export function shownHit({ group, record }, app) {
  return show[group](record, app)
}

/** @param {keyof import('../../texts/texts.js').Texts['customers']['states']} state @param {App} app */
function checkoutState(state, app) {
  return app.texts().customers.states[state] ?? state
}

/** The orders of a customer, here and elsewhere. @param {{ completedOrders?: number, orderCount?: number }} customer @param {App} app */
function ordersOf({ completedOrders = 0, orderCount = 0 }, app) {
  return app.texts().search.orders(completedOrders + orderCount)
}

/** The stock; of a product with variants that of the variant with the least, since its own is of no cart. @param {import('../products/product-edits.js').Product} product @param {App} app */
function stockText(product, app) {
  const { search: t, locale } = app.texts()
  const { variant, stock } = lowestOf(product)
  const count = numberText(stock, locale)
  return variant === null ? t.stock(count) : t.lowestStock(isolate(variant), count)
}

/** What a coupon or campaign gives, and its state. @param {any} record @param {App} app */
function promotionText(record, app) {
  return [givesText(app, record, SHOWN_TIERS), app.texts().promotions.states[stateOf(record, Date.now())]].join(' · ')
}

/** A price with what it includes. @param {string} price @param {App} app */
function priceText(price, app) {
  const { search: t, locale } = app.texts()
  const { shop } = app.session()
  const text = amountText(price, shop, locale)
  return shop.pricesIncludeVat ? t.priceWithVat(text) : t.priceWithoutVat(text)
}
