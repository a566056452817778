/** The totals of a cart: subtotal, discounts and shipping add up to what is paid, and the VAT in it is below, a row per rate. */

import { html } from './html.js'
import { amountOf } from './prices.js'
import { isPickedAlone, promotionsOf } from './promotions.js'
import { moneyText } from './ui.js'

/** @typedef {import('./html.js').AnyCart} AnyCart */
/** @typedef {import('./html.js').Money} Money */
/** @typedef {import('./texts.js').Texts} Texts */
/** A row without money is not shown. @typedef {[label: unknown, money: Money | undefined, kind?: 'to-pay']} Row */

/** Renders the totals of a cart. @param {AnyCart} cart @param {Texts} t @param {string} [label] of the sum: what is paid, or was */
export function renderTotals(cart, t, label = t.toPay) {
  const { belowMinimumOrder, minimumOrderAmount } = cart.data.attributes
  const rows = cart.data.meta?.vat ? rowsOf(cart, t, label) : rowsWithoutVat(cart, t)
  const shown = rows.flatMap(([label, money, kind = 'amount']) =>
    money
      ? html`<div class="${kind}"><dt>${label}</dt><dd>${label === t.shipping && !hasAmount(money) ? t.free : moneyText(money, t)}</dd></div>`
      : [],
  )
  const tooLow = belowMinimumOrder && minimumOrderAmount ? t.belowMinimum(moneyText(minimumOrderAmount, t)) : null
  return html`<section aria-labelledby="totals"><h2 id="totals">${t.summary}</h2><dl>${shown}</dl>${tooLow === null ? [] : html`<p class="message">${tooLow}</p>`}</section>`
}

/** Renders what is paid, and a button, which stay in sight. @param {AnyCart} cart @param {unknown} button @param {Texts} t */
export function renderToPay(cart, button, t) {
  const sum = toPay(cart)
  return html`<div class="pay">${sum ? html`<p>${t.toPay} <strong>${moneyText(sum, t)}</strong></p>` : []}${button}</div>`
}

/** What is paid for a cart: the grand total, and the shipping price where it is not part of it. @param {AnyCart} cart @returns {Money | undefined} */
export function toPay(cart) {
  const { grandTotal, cargoPrice } = cart.data.attributes
  if (!grandTotal || !cargoPrice || !isShippingApart(cart)) return grandTotal
  return { ...grandTotal, amount: amountOf(minorUnits(grandTotal) + minorUnits(cargoPrice), grandTotal) }
}

/** What an order refunds: everything once it is cancelled, else what its returns do; undefined for nothing, or without the amounts. @param {import('./orders.js').Checkout} checkout @returns {Money | undefined} */
export function refundedOf({ state, cart, returns = [] }) {
  if (state === 'cancelled') return cart ? toPay(cart) : undefined
  const refunds = returns.flatMap(({ refund }) => refund ?? [])
  const [first] = refunds
  const units = refunds.reduce((sum, each) => sum + minorUnits(each), 0n)
  return first && { ...first, amount: amountOf(units, first) }
}

/** Subtracts an amount of the same currency that is not more. @param {Money} from @param {Money} money @returns {Money} */
export const subtract = (from, money) => ({ ...from, amount: amountOf(minorUnits(from) - minorUnits(money), from) })

/** Rows that add up from top to bottom; the VAT in them follows the sum. @param {AnyCart} cart @param {Texts} t @param {string} sum @returns {Row[]} */
function rowsOf(cart, t, sum) {
  const { data, included } = cart
  const { cargoPrice, grandTotal } = data.attributes
  const { subtotalWithVat, breakdown = [], cargo } = data.meta?.vat ?? {}
  const hasVat = isTaxed(included)
  const isApart = isShippingApart(cart)
  return [
    [hasVat ? t.subtotalWithVat : t.subtotal, subtotalWithVat],
    ...discountRows(data, t),
    [t.totalWithoutShipping, isApart ? grandTotal : undefined],
    [t.shipping, cargoPrice],
    [sum, toPay(cart), 'to-pay'],
    ...breakdown.map(({ vatRate, vat }) => /** @type {Row} */ ([t.vatOfRate(vatRate), hasVat ? vat : undefined])),
    [t.vatOfShipping(cargo?.vatRate ?? 0), cargo && hasAmount(cargo.vat) ? cargo.vat : undefined],
  ]
}

/** Rows of a cart that was held by an earlier version of Sepet. @param {AnyCart} cart @param {Texts} t @returns {Row[]} */
function rowsWithoutVat({ data, included }, t) {
  const { attributes } = data
  const hasVat = isTaxed(included)
  return [
    [hasVat ? t.subtotalWithoutVat : t.subtotal, attributes.subtotal],
    ...discountRows(data, t),
    [hasVat ? t.totalWithVat : t.total, attributes.grandTotal, 'to-pay'],
    [t.shipping, attributes.cargoPrice],
  ]
}

/** @param {AnyCart['data']} data @param {Texts} t @returns {Row[]} */
function discountRows(data, t) {
  const isPicked = isPickedAlone(data)
  return promotionsOf(data).map(({ kind, code, name, discountAmount }) => {
    if (kind === 'coupon') return [`${t.coupon} ${code}`, negative(discountAmount)]
    const note = isPicked ? html` <small class="note">${t.appliesByItself}</small>` : []
    return [html`<span dir="auto">${name}</span>${note}`, negative(discountAmount)]
  })
}

/** Whether the grand total excludes a shipping price: then it is what is paid for the lines. @param {AnyCart} cart */
function isShippingApart({ data: { attributes, meta } }) {
  const { cargoPrice, grandTotal } = attributes
  if (!meta?.vat || !cargoPrice || !hasAmount(cargoPrice) || !grandTotal) return false
  return meta.vat.breakdown.reduce((sum, { total }) => sum + minorUnits(total), 0n) === minorUnits(grandTotal)
}

/** @param {AnyCart['included']} included */
const isTaxed = included => included.some(({ attributes }) => attributes.vatRate > 0)

/** @param {Money} money */
const minorUnits = ({ amount }) => BigInt(amount.replace('.', ''))

/** Whether an amount is not zero. @param {Money} money */
export const hasAmount = ({ amount }) => /[1-9]/.test(amount)

/** @param {Money} money @returns {Money} */
const negative = money => (hasAmount(money) ? { ...money, amount: `-${money.amount}` } : money)
