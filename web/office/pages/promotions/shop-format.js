/** Amounts, numbers and times of a record in the form of the shop. What is none, as a form may have it, is an ellipsis. */

import { amountText, numberText } from '../../../ui/format/money.js'
import { timeText } from '../../../ui/format/time.js'

/** @typedef {import('../../app.js').App} App */

const DECIMAL = /^\d+(\.\d+)?$/

/** An amount in the currency of the shop. @param {App} app @param {string} decimal */
export function amount(app, decimal) {
  return DECIMAL.test(decimal) ? amountText(decimal, app.session().shop, app.texts().locale) : '…'
}

/** An amount with every digit that is stored, where two amounts are compared. @param {App} app @param {string} decimal */
export function exactAmount(app, decimal) {
  const digits = /\.(\d*[1-9])0*$/.exec(decimal)?.[1]?.length ?? 0
  const { shop } = app.session()
  if (!DECIMAL.test(decimal) || digits <= shop.decimalPlaces) return amount(app, decimal)
  return amountText(decimal, { ...shop, decimalPlaces: digits }, app.texts().locale)
}

/** A number. @param {App} app @param {string | number | null | undefined} value */
export function number(app, value) {
  const text = String(value ?? '')
  return DECIMAL.test(text) ? numberText(text, app.texts().locale) : '…'
}

/** A time of the shop's clock. @param {App} app @param {string} instant */
export function shopTime(app, instant) {
  return Number.isNaN(Date.parse(instant)) ? instant : timeText(instant, app.texts().locale, app.clock().zone)
}
