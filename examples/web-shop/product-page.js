/** The pages of the products: the list, and one product with the form that puts it into the cart. */

import { randomUUID } from 'node:crypto'
import { alert, document, html, messageOf } from './html.js'
import { isCounted } from './shop-texts.js'
import { amountText, FEW } from './stock.js'
import { textsIn } from './texts.js'
import { moneyText, numberText } from './ui.js'

/** @typedef {import('./products.js').Shown} Shown */
/** @typedef {import('./products.js').Item} Item */
/** @typedef {import('./html.js').Frame} Frame */
/** @typedef {import('./texts.js').Texts} Texts */

/** Renders a page of the list. @param {Frame} frame @param {Shown[]} products @param {string | null} next the query of the next page @param {'tr' | 'en'} language */
export function listPage(frame, products, next, language) {
  const t = textsIn[language]
  const cards = products.map(
    ({ product, cheapest, isSoldOut, items }) => html`<li><a href="/urun/${product.id}">
        <img src="${cheapest.image}" alt="" width="240" height="240" loading="lazy">
        <span><span class="note" dir="auto">${product.brand}</span> <strong dir="auto">${product.name}</strong></span></a>
      <p>${priceText(cheapest, t, !areAlike(items))}</p>
      ${isSoldOut ? html`<p><em>${t.soldOut}</em></p>` : cheapest.before ? html`<p><em class="sale">${t.sale}</em></p>` : []}</li>`,
  )
  const main = html`<h1>${t.titles.products}</h1>
    ${cards.length > 0 ? html`<ul class="products" role="list">${cards}</ul>` : html`<p class="empty">${t.noProducts}</p>`}
    <p class="note">${t.pricesWithVat}</p>
    ${next === null ? [] : html`<p><a class="button quiet" href="/urunler?${next}">${t.moreProducts}</a></p>`}`
  return document(t.titles.products, frame, main, t)
}

/** Renders a product. @param {Frame} frame @param {Shown} shown @param {{ campaigns: import('./products.js').Campaign[], query: URLSearchParams }} around the query has a message, and what was chosen @param {'tr' | 'en'} language */
export function productPage(frame, { product, items, cheapest, isSoldOut }, { campaigns, query }, language) {
  const t = textsIn[language]
  const chosen = items.find(({ variantId }) => String(variantId) === query.get('variant'))
  const { name, brand, vatRate, stockUnit } = product
  const areEqual = areAlike(items)
  const [only] = items.length === 1 ? items : []
  const left = only && leftText(only, stockUnit, t)
  const main = html`${renderMessage(query.get('message'), t)}
    <div class="product">
      <img src="${(chosen ?? cheapest).image}" alt="" width="480" height="480">
      <div>
        ${brand ? html`<p class="note" dir="auto">${brand}</p>` : []}
        <h1 dir="auto">${name}</h1>
        <p class="price">${priceText(chosen ?? cheapest, t, !chosen && !areEqual)}${isCounted(stockUnit) ? '' : ` / ${stockUnit}`}</p>
        <p class="note">${vatRate > 0 ? t.vatIncluded(vatRate) : t.noVat}</p>
        ${renderTiers(chosen ?? cheapest, stockUnit, t)}
        ${left ? html`<p><em>${left}</em></p>` : []}
        ${isSoldOut && !only ? html`<p><em>${t.soldOut}</em></p>` : []}
        ${isSoldOut ? [] : renderForm(items, { chosen, stockUnit, isPriced: !areEqual, quantity: query.get('quantity') ?? '1' }, t)}
        ${renderCampaigns(campaigns, t)}
        <p><a href="/urunler">${t.toProducts}</a></p>
      </div>
    </div>`
  return document(name, frame, main, t)
}

/** @param {Item[]} items @param {{ chosen: Item | undefined, stockUnit: string, isPriced: boolean, quantity: string }} shows @param {Texts} t */
function renderForm(items, { quantity, ...shows }, t) {
  const choices = items.map(item => renderChoice(item, shows, t))
  const [only] = items
  return html`<form method="post" class="buy">
        <input type="hidden" name="key" value="${randomUUID()}">
        ${items.length > 1 ? html`<fieldset><legend>${t.variant}</legend>${choices}</fieldset>` : html`<input type="hidden" name="variant" value="${only?.variantId}"><p dir="auto">${only?.name}</p>`}
        <label>${t.quantity(shows.stockUnit)} <input name="quantity" type="number" min="1" max="100000" step="1" inputmode="numeric" value="${quantity}" required></label>
        <button name="do" value="add" class="button">${t.addToCart}</button>
      </form>`
}

/** @param {Item[]} items */
const areAlike = items => new Set(items.map(({ price }) => price.amount)).size < 2

/** @param {string | null} key @param {Texts} t */
function renderMessage(key, t) {
  if (key === null) return []
  if (key !== 'added') return alert(messageOf(key, t))
  return html`<p class="message good" role="status">${t.added} <a href="/sepet">${t.seeCart}</a></p>`
}

/** A size or colour: one that is sold out is shown, and cannot be chosen. @param {Item} item @param {{ chosen: Item | undefined, stockUnit: string, isPriced: boolean }} shows @param {Texts} t */
function renderChoice(item, { chosen, stockUnit, isPriced }, t) {
  const left = leftText(item, stockUnit, t)
  const marks = item.isSoldOut ? html` disabled` : item === chosen ? html` checked` : []
  return html`<label><input type="radio" name="variant" value="${item.variantId}" required${marks}> <span><span dir="auto">${item.name}</span>${isPriced ? html` <span class="note">${priceText(item, t, false)}</span>` : []}${left ? html` <em>${left}</em>` : []}</span></label>`
}

/** Says what is left where it is little; empty for much. @param {Item} item @param {string} unit @param {Texts} t */
function leftText({ isSoldOut, left }, unit, t) {
  if (isSoldOut) return t.soldOut
  return left > 0 && left <= FEW ? t.lastOnes(numberText(left, t), unit) : ''
}

/** A price, and the one before a discount: screen readers do not tell that a text is struck through. @param {Item} item @param {Texts} t @param {boolean} isLowest others cost more */
function priceText({ price, before }, t, isLowest) {
  const now = html`<span class="money">${moneyText(price, t)}</span>`
  const from = isLowest ? html`<span class="note">${t.from}</span> ` : []
  if (!before) return html`${from}<strong>${now}</strong>`
  return html`<s><span class="visually-hidden">${t.before}</span><span class="money">${moneyText(before, t)}</span></s> <span class="visually-hidden">${t.now}</span>${from}<strong>${now}</strong>`
}

/** @param {Item} item @param {string} unit @param {Texts} t */
const renderTiers = ({ tiers }, unit, t) =>
  tiers.map(({ from, price }) => html`<p class="note">${t.tier(amountText(from, unit, t), moneyText(price, t))}</p>`)

/** @param {import('./products.js').Campaign[]} campaigns @param {Texts} t */
function renderCampaigns(campaigns, t) {
  if (campaigns.length === 0) return []
  const items = campaigns.map(
    ({ name, description }) =>
      html`<li><strong dir="auto">${name}</strong> <span dir="auto">${description}</span></li>`,
  )
  return html`<section aria-labelledby="campaigns"><h2 id="campaigns">${t.campaigns}</h2><ul role="list">${items}</ul><p class="note">${t.campaignsInCart}</p></section>`
}
