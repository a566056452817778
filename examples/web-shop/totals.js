/** The totals of a cart: subtotal, discounts and shipping add up to the grand total, and the VAT in it is below, a row per rate. */

import { html, moneyText } from './html.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./html.js').Money} Money */
/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {Cart['data']['attributes']} Attributes */
/** @typedef {[label: string, money: Money | undefined]} Row */

/** Renders the totals of a cart. @param {Cart} cart @param {Texts} t */
export function renderTotals(cart, t) {
  const { belowMinimumOrder, minimumOrderAmount, grandTotal } = cart.data.attributes
  const rows = cart.data.meta ? rowsOf(cart, t) : rowsWithoutVat(cart, t)
  const shown = rows.flatMap(([label, money]) =>
    money
      ? html`<div class="${money === grandTotal ? 'grand-total' : 'amount'}"><dt>${label}</dt><dd>${moneyText(money, t)}</dd></div>`
      : [],
  )
  const tooLow = belowMinimumOrder && minimumOrderAmount ? t.belowMinimum(moneyText(minimumOrderAmount, t)) : null
  return html`<section aria-labelledby="totals"><h2 id="totals">${t.summary}</h2><dl>${shown}</dl>${renderShipping(cart, t)}${tooLow === null ? [] : html`<p class="message">${tooLow}</p>`}</section>`
}

/** @param {Cart} cart @param {Texts} t @returns {Row[]} */
function rowsOf({ data: { attributes, meta }, included }, t) {
  const { cargoPrice, grandTotal } = attributes
  const { subtotalWithVat, breakdown = [], cargo } = meta?.vat ?? {}
  const hasVat = isTaxed(included)
  const isApart = isShippingApart(attributes, breakdown)
  return [
    [hasVat ? t.subtotalWithVat : t.subtotal, subtotalWithVat],
    ...discountRows(attributes, t),
    [t.shipping, isApart ? undefined : cargoPrice],
    [hasVat ? t.totalWithVat : t.total, grandTotal],
    ...breakdown.map(({ vatRate, vat }) => /** @type {Row} */ ([t.vatOfRate(vatRate), hasVat ? vat : undefined])),
    [t.shippingApart, isApart ? cargoPrice : undefined],
    [t.vatOfShipping(cargo?.vatRate ?? 0), cargo && hasAmount(cargo.vat) ? cargo.vat : undefined],
  ]
}

/** Rows of a cart that was held by an earlier version of Sepet. @param {Cart} cart @param {Texts} t @returns {Row[]} */
function rowsWithoutVat({ data: { attributes }, included }, t) {
  const hasVat = isTaxed(included)
  return [
    [hasVat ? t.subtotalWithoutVat : t.subtotal, attributes.subtotal],
    ...discountRows(attributes, t),
    [hasVat ? t.totalWithVat : t.total, attributes.grandTotal],
  ]
}

/** Such a cart does not tell whether its total includes the shipping. @param {Cart} cart @param {Texts} t */
function renderShipping({ data: { attributes, meta } }, t) {
  const { cargoPrice } = attributes
  return cargoPrice && !meta ? html`<p>${t.shippingLater(moneyText(cargoPrice, t))}</p>` : []
}

/** @param {Attributes} attributes @param {Texts} t @returns {Row[]} */
function discountRows({ appliedCoupon, appliedCampaign }, t) {
  return [
    [t.coupon, appliedCoupon && negative(appliedCoupon.discountAmount)],
    [appliedCampaign?.name ?? '', appliedCampaign && negative(appliedCampaign.discountAmount)],
  ]
}

/**
 * Whether the grand total excludes a shipping price: then it is what is paid for the lines.
 * @param {Attributes} attributes
 * @param {{ total: Money }[]} breakdown
 */
function isShippingApart({ cargoPrice, grandTotal }, breakdown) {
  if (!cargoPrice || !hasAmount(cargoPrice) || !grandTotal) return false
  return breakdown.reduce((sum, { total }) => sum + minorUnits(total), 0n) === minorUnits(grandTotal)
}

/** @param {Cart['included']} included */
const isTaxed = included => included.some(({ attributes }) => attributes.vatRate > 0)

/** @param {Money} money */
const minorUnits = ({ amount }) => BigInt(amount.replace('.', ''))

/** @param {Money} money */
const hasAmount = ({ amount }) => /[1-9]/.test(amount)

/** @param {Money} money @returns {Money} */
const negative = money => (hasAmount(money) ? { ...money, amount: `-${money.amount}` } : money)
