/** The lines of a cart as a list: in full on the cart page, in short beside the payment. */

import { html, type SafeHtml } from '@remix-run/html-template'
import type { CartDocument } from '../../cart/cart.document.ts'
import { moneyText, numberText } from './money-text.ts'
import { pictureAddress } from './picture-address.ts'
import type { Line } from './visit.ts'

export type Detail = 'full' | 'compact'

/** The lines of a cart, in its order. */
export function linesOf(cart: CartDocument): Line[] {
  return cart.included.map(({ attributes }) => attributes)
}

/** Renders lines; `compact` leaves out notes and keeps pictures small. */
export function renderLines(lines: Line[], detail: Detail): SafeHtml {
  return html`<ul class="lines ${detail}" role="list">${lines.map(line => renderLine(line, detail))}</ul>`
}

function renderLine(line: Line, detail: Detail): SafeHtml {
  return html`
        <li class="${line.availableForSale ? 'line' : 'line gone'}">
          ${renderPicture(line, detail === 'full' ? 96 : 56)}
          <div class="what">
            <p class="name" dir="auto">${line.productName}</p>
            <p class="each"><span class="unseen">Miktar ve birim fiyat: </span>${quantityText(line)} ×
              <span class="money">${moneyText(line.unitPrice)}</span></p>
            ${renderStock(line)}
          </div>
          <p class="price"><span class="unseen">Tutar: </span><span class="money">${moneyText(line.lineTotal)}</span>
            ${line.vatRate > 0 ? html`<span class="vat">+ %${numberText(line.vatRate)} KDV</span>` : null}</p>
          ${detail === 'full' ? renderNotes(line) : null}
        </li>`
}

function renderPicture({ image, productName }: Line, size: number): SafeHtml {
  const address = pictureAddress(image)
  if (address === null) return html`<span class="picture" aria-hidden="true"></span>`
  return html`<img class="picture" src="${address}" alt="${productName}" width="${size}" height="${size}"
            loading="lazy" decoding="async">`
}

function quantityText({ quantity, stockUnit }: Line): string {
  return `${numberText(quantity)} ${stockUnit}`.trimEnd()
}

function renderStock({ availableForSale, stock, quantity, stockUnit }: Line): SafeHtml | null {
  if (!availableForSale) return html`<p class="tag">${stock > 0 ? 'Şu anda satışta değil' : 'Stokta yok'}</p>`
  if (stock <= 0 || stock >= quantity) return null
  return html`<p class="tag">Stokta ${numberText(stock)} ${stockUnit || 'adet'} kaldı</p>`
}

function renderNotes({ orderNote, giftNote, giftPackage }: Line): SafeHtml | null {
  const notes = [
    orderNote ? renderNote('Sipariş notu', orderNote) : null,
    giftNote ? renderNote('Hediye notu', giftNote) : null,
  ]
  if (!giftPackage && !orderNote && !giftNote) return null
  return html`<div class="notes">${giftPackage ? html`<p class="gift">Hediye paketi yapılacak</p>` : null}${notes}</div>`
}

function renderNote(label: string, text: string): SafeHtml {
  return html`<p><b>${label}</b> <span class="note" dir="auto">${text}</span></p>`
}
