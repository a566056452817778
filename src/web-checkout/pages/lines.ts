/** Cart lines as an HTML list: `full` on the cart page, `compact` in the summary of the other pages. */

import { html, type SafeHtml } from '@remix-run/html-template'
import { moneyText, numberText } from './money-text.ts'
import type { Item, Line, LineVat } from './page-model.ts'
import { pictureAddress } from './picture-address.ts'
import type { Texts } from './texts/tr.ts'

/** The level of detail of a list of lines. */
export type Detail = 'full' | 'compact'

/** Renders lines at the prices that people pay. `compact` omits notes and renders small pictures. */
export function renderLines(items: Item[], detail: Detail, t: Texts): SafeHtml {
  return html`<ul class="lines ${detail}" role="list">${items.map(item => renderLine(item, detail, t))}</ul>`
}

function renderLine(item: Item, detail: Detail, t: Texts): SafeHtml {
  const { attributes: line, meta } = item
  return html`
        <li class="${line.availableForSale ? 'line' : 'line gone'}">
          ${renderPicture(line, detail === 'full' ? 96 : 56)}
          <div class="what">
            <p class="name" dir="auto">${line.productName}</p>
            ${meta.variantName === null ? null : html`<p class="variant" dir="auto">${meta.variantName}</p>`}
            <p class="each"><span class="unseen">${t.quantityAndUnitPrice}</span>${quantityText(line, t)} ×
              ${renderUnitPrice(meta.vat, t)}</p>
            ${renderStock(item, t)}
          </div>
          <p class="price"><span class="unseen">${t.amount}</span><span class="money">${moneyText(meta.vat.lineTotalWithVat, t.locale)}</span>
            ${line.vatRate > 0 ? html`<span class="vat">${t.vatIncluded(numberText(line.vatRate, t.locale))}</span>` : null}</p>
          ${detail === 'full' ? renderNotes(line, t) : null}
        </li>`
}

/** Renders the price of one unit, beside the price that a discount has lowered. Screen readers do not tell that a text is struck through. */
function renderUnitPrice(
  { unitPriceWithVat, listPriceWithVat }: Pick<LineVat, 'unitPriceWithVat' | 'listPriceWithVat'>,
  t: Texts,
): SafeHtml {
  const price = moneyText(unitPriceWithVat, t.locale)
  if (!listPriceWithVat) return html`<span class="money">${price}</span>`
  const before = moneyText(listPriceWithVat, t.locale)
  return html`<del class="money"><span class="unseen">${t.before}</span>${before}</del>
              <ins class="money"><span class="unseen">${t.now}</span>${price}</ins>`
}

/** Renders a picture, or an empty frame when its address is not a plain http(s) URL. */
function renderPicture({ image, productName }: Line, size: number): SafeHtml {
  const address = pictureAddress(image)
  if (address === null) return html`<span class="picture" aria-hidden="true"></span>`
  return html`<img class="picture" src="${address}" alt="${productName}" width="${size}" height="${size}"
            loading="lazy" decoding="async">`
}

function quantityText({ quantity, stockUnit }: Line, t: Texts): string {
  return `${numberText(quantity, t.locale)} ${stockUnit}`.trimEnd()
}

/** Renders a tag for an item that is not available, or what is left for this cart when it is below the quantity. */
function renderStock({ attributes, meta }: Item, t: Texts): SafeHtml | null {
  const { availableForSale, quantity, stockUnit } = attributes
  const left = meta.available ?? attributes.stock
  if (!availableForSale) return html`<p class="tag">${left > 0 || meta.backorder ? t.notOnSale : t.outOfStock}</p>`
  if (meta.backorder || left <= 0 || left >= quantity) return null
  return html`<p class="tag">${t.stockLeft(numberText(left, t.locale), stockUnit)}</p>`
}

function renderNotes({ orderNote, giftNote, giftPackage }: Line, t: Texts): SafeHtml | null {
  const notes = [
    orderNote ? renderNote(t.orderNote, orderNote) : null,
    giftNote ? renderNote(t.giftNote, giftNote) : null,
  ]
  if (!giftPackage && !orderNote && !giftNote) return null
  return html`<div class="notes">${giftPackage ? html`<p class="gift">${t.giftPackage}</p>` : null}${notes}</div>`
}

function renderNote(label: string, text: string): SafeHtml {
  return html`<p><b>${label}</b> <span class="note" dir="auto">${text}</span></p>`
}
