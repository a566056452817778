/** How a hit of the search is shown: its link, its name, and what tells it from others. */

import { amountText, moneyText } from '../../../ui/format/money.js'
import { timeText } from '../../../ui/format/time.js'
import { isSegment, path } from '../../url.js'
import { subjectText } from '../carts/subjects.js'
import { nameOf } from '../customers/customer-names.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {{ href: string, title: string, detail: string }} Shown */

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
  coupons: ({ code, description }) => ({
    href: isSegment(code) ? path`/office/coupons/${code}` : '/office/coupons',
    title: code,
    detail: description,
  }),
  campaigns: ({ id, name, active }, app) => ({
    href: path`/office/campaigns/${id}`,
    title: name,
    detail: active ? '' : app.texts().search.off,
  }),
  products: ({ id, sku, name, currentPrice, stock }, app) => ({
    href: path`/office/products/${id}`,
    title: name,
    detail: [
      sku,
      amountText(currentPrice, app.session().shop, app.texts().locale),
      app.texts().search.stock(String(stock)),
    ]
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
