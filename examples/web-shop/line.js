/** A line of a cart: picture, name, quantity, prices with VAT, and notes. */

import { html, originOf, reduced } from './html.js'
import { quantityText } from './stock.js'
import { moneyText } from './ui.js'

/** @typedef {import('./html.js').AnyCart} AnyCart */
/** @typedef {import('./texts.js').Texts} Texts */

/** Renders a line. A cart that was held by an earlier version of Sepet may have prices without VAT alone, and no names of variants. @param {AnyCart['included'][number]} line @param {unknown} mark after the name @param {unknown} form @param {Texts} t */
export function describeLine({ attributes: line, meta }, mark, form, t) {
  const { unitPriceWithVat = line.unitPrice, listPriceWithVat, lineTotalWithVat = line.lineTotal } = meta?.vat ?? {}
  const vatText = meta ? t.vatIncluded : t.vatExtra
  const notes = [
    [t.orderNote, line.orderNote],
    [t.giftNote, line.giftNote],
  ].filter(([, note]) => note)
  const picture = originOf(line.image) && html`<img src="${line.image}" alt="" width="72" height="72">`
  // One piece costs what the line costs. No equation for more: the total is that of the exact price, and can differ from that of the rounded one.
  const each = t.each(moneyText(line.quantity > 1 ? unitPriceWithVat : lineTotalWithVat, t), line.stockUnit)
  const price = listPriceWithVat ? reduced(moneyText(listPriceWithVat, t), each, t) : line.quantity > 1 ? each : ''
  const name = html`<strong dir="auto">${line.productName}</strong>`
  return html`<li>
      ${picture}
      <div>
        <p>${Array.isArray(form) ? name : html`<a href="/urun/${line.productId}">${name}</a>`} ${mark}</p>
        ${meta?.variantName ? html`<p class="note" dir="auto">${meta.variantName}</p>` : []}
        <p class="amounts"><span>${quantityText(line, t)} <span class="note">${price && '· '}${price}</span></span> <strong>${moneyText(lineTotalWithVat, t)}</strong></p>
        ${line.vatRate > 0 ? html`<p class="note">${vatText(line.vatRate)}</p>` : []}
        ${notes.map(([label, note]) => html`<p class="note">${label}: <span dir="auto">${note}</span></p>`)}
        ${line.giftPackage ? html`<p class="note">${t.giftPackage}</p>` : []}
      </div>
      ${form}
    </li>`
}
