/** One line of a cart: product, quantity, prices with VAT, and notes. */

import { Picture } from '../../../ui/components/picture.js'
import { isZero, moneyText, numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { Badge } from '../../ui/badge.js'
import { UserText } from '../../ui/user-text.js'
import { path } from '../../url.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./cart-types.js').Cart['included'][number]} Line */

/** The line; that of an order without the stock. @param {{ app: App, line: Line, kind: 'cart' | 'order' }} props */
export function CartLine({ app, line: { attributes, meta }, kind }) {
  const { carts: t, locale } = app.texts()
  const { image, productName, productId, quantity, availableForSale, unitPrice, stock, stockUnit } = attributes
  const price = moneyText(meta?.vat.unitPriceWithVat ?? unitPrice, locale)
  const list = meta?.vat.listPriceWithVat
  const before = list && html` <s><span class="visually-hidden">${t.before}</span>${moneyText(list, locale)}</s>`
  const withUnit = (/** @type {number} */ value) =>
    [numberText(value, locale), t.unit(stockUnit)].filter(Boolean).join(' ')
  const left = kind === 'cart' && ` · ${t.stockLeft(withUnit(meta?.available ?? stock))}`
  const name = html`<${UserText} text=${productName} />`
  return html`
    <li class="line">
      <${Picture} url=${image} width=${56} />
      <div>
        <b>${app.can('catalogue:read') ? html`<a href=${path`/office/products/${productId}`}>${name}</a>` : name}</b>
        <${WhichItem} app=${app} meta=${meta} />
        <p class="hint">${t.quantity(withUnit(quantity), price)}${before}${left}</p>
        ${meta?.backorder && html`<${Badge}>${t.backorder}<//>`}
        ${!availableForSale && html`<${Badge} kind="warn">${t.unavailable}<//>`}
        <${Notes} app=${app} attributes=${attributes} />
      </div>
      <${Sum} app=${app} attributes=${attributes} vat=${meta?.vat} />
    </li>`
}

/** What tells the item from others of its product, as it is packed. @param {{ app: App, meta: Line['meta'] }} props */
function WhichItem({ app, meta }) {
  const { carts: t } = app.texts()
  const [variantName, sku] = [meta?.variantName ?? null, meta?.sku ?? null]
  if (variantName === null && sku === null) return null
  return html`
    <p class="which">
      ${variantName !== null && html`<${UserText} text=${variantName} />`}
      ${sku !== null && html`<span class="sku">${t.sku}: <code><${UserText} text=${sku} /></code></span>`}
    </p>`
}

/** What the line costs; before a discount, too. @param {{ app: App, attributes: Line['attributes'], vat: NonNullable<Line['meta']>['vat'] | undefined }} props */
function Sum({ app, attributes: { lineTotal }, vat }) {
  const { carts: t, locale } = app.texts()
  if (!vat || isZero(vat.discount.total)) {
    return html`<p class="line-sum money"><b>${moneyText(vat?.lineTotalWithVat ?? lineTotal, locale)}</b></p>`
  }
  return html`
    <p class="line-sum money">
      <s><span class="visually-hidden">${t.beforeDiscount}</span>${moneyText(vat.lineTotalWithVat, locale)}</s>
      <b><span class="visually-hidden">${t.now}</span>${moneyText(vat.payable, locale)}</b>
    </p>`
}

/** @param {{ app: App, attributes: Line['attributes'] }} props */
function Notes({ app, attributes: { orderNote, giftNote, giftPackage } }) {
  const { carts: t } = app.texts()
  const note = (/** @type {string} */ label, /** @type {string | null} */ text) =>
    text && html`<p class="hint">${label}: <${UserText} text=${text} /></p>`
  return html`${note(t.orderNote, orderNote)}${note(t.giftNote, giftNote)}${giftPackage && html`<${Badge}>${t.giftPackage}<//>`}`
}
