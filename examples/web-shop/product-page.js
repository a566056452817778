/** The pages of the products: the list, and one product with the form that puts it into the cart. */

import { randomUUID } from 'node:crypto'
import { alert, document, html, messageOf, reduced } from './html.js'
import { amountText, FEW, quantityField, stepOf } from './stock.js'
import { isCounted, textsIn } from './texts.js'
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
      <p>${priceText(cheapest, product.stockUnit, t, !areAlike(items))}</p>
      ${isSoldOut ? html`<p><em>${t.soldOut}</em></p>` : cheapest.before ? html`<p><em class="sale">${t.sale}</em></p>` : []}</li>`,
  )
  const main = html`<h1>${t.titles.products}</h1>
    ${cards.length > 0 ? html`<ul class="products" role="list">${cards}</ul>` : html`<p class="empty">${t.noProducts}</p>`}
    <p class="note">${t.pricesWithVat}</p>
    ${next === null ? [] : html`<p><a class="button quiet" href="/urunler?${next}">${t.moreProducts}</a></p>`}`
  return document(t.titles.products, frame, main, t)
}

/** Renders a product. @param {Frame} frame @param {Shown} shown @param {{ campaigns: import('./products.js').Campaign[], mayDiffer: boolean, query: URLSearchParams }} around `mayDiffer`: the member may have other prices; the query has a message, and what was chosen @param {'tr' | 'en'} language */
export function productPage(frame, { product, items, cheapest, isSoldOut }, { campaigns, mayDiffer, query }, language) {
  const t = textsIn[language]
  const chosen = items.find(({ variantId }) => String(variantId) === query.get('variant'))
  const { name, brand, vatRate, stockUnit } = product
  const areEqual = areAlike(items)
  const [only] = items.length === 1 ? items : []
  const step = stepOf(product)
  const main = html`${renderMessage(query.get('message'), t)}
    <div class="product">
      <img src="${(chosen ?? cheapest).image}" alt="" width="480" height="480">
      <div>
        ${brand ? html`<p class="note" dir="auto">${brand}</p>` : []}
        <h1 dir="auto">${name}</h1>
        <p class="price">${priceText(chosen ?? cheapest, stockUnit, t, !chosen && !areEqual)}</p>
        <p class="note">${vatRate > 0 ? t.vatIncluded(vatRate) : t.noVat}</p>
        ${mayDiffer ? html`<p class="note">${t.ownPrices}</p>` : []}
        ${renderTiers(chosen ?? cheapest, stockUnit, t)}
        ${only ? html`<p>${leftText(only, stockUnit, t)}</p>` : []}
        ${isSoldOut && !only ? html`<p><em>${t.soldOut}</em></p>` : []}
        ${isSoldOut ? [] : renderForm(items, { chosen, stockUnit, isPriced: !areEqual }, quantityField('quantity', step, query.get('quantity') ?? step), t)}
        ${renderCampaigns(campaigns, t)}
        <p><a href="/urunler">${t.toProducts}</a></p>
      </div>
    </div>`
  return document(name, frame, main, t)
}

/** @param {Item[]} items @param {{ chosen: Item | undefined, stockUnit: string, isPriced: boolean }} shows @param {unknown} field for the quantity @param {Texts} t */
function renderForm(items, shows, field, t) {
  const choices = items.map(item => renderChoice(item, shows, t))
  const [only] = items
  return html`<form method="post" class="buy">
        <input type="hidden" name="key" value="${randomUUID()}">
        ${items.length > 1 ? html`<fieldset><legend>${t.variant}</legend>${choices}</fieldset>` : html`<input type="hidden" name="variant" value="${only?.variantId}"><p dir="auto">${only?.name}</p>`}
        <label>${t.quantity(shows.stockUnit)} <input ${field}></label>
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
  const marks = item.isSoldOut ? html` disabled` : item === chosen ? html` checked` : []
  return html`<label><input type="radio" name="variant" value="${item.variantId}" required${marks}> <span><span dir="auto">${item.name}</span>${isPriced ? html` <span class="note">${priceText(item, '', t, false)}</span>` : []} ${leftText(item, stockUnit, t)}</span></label>`
}

/** Says what is left where it is little, or is cut to measure. @param {Item} item @param {string} unit @param {Texts} t */
function leftText({ isSoldOut, left }, unit, t) {
  if (isSoldOut) return html`<em>${t.soldOut}</em>`
  if (left <= FEW) return html`<em>${t.lastOnes(numberText(left, t), unit)}</em>`
  return isCounted(unit) || !Number.isFinite(left)
    ? []
    : html`<span class="note">${t.stillLeft(amountText(left, unit, t))}</span>`
}

/** A price for a unit, and the one before a discount. @param {Item} item @param {string} unit @param {Texts} t @param {boolean} isLowest others cost more */
function priceText({ price, before }, unit, t, isLowest) {
  const from = isLowest ? t.from : { before: '', after: '' }
  const per = isCounted(unit) ? '' : ` / ${unit}`
  const now = html`<span class="note">${from.before}</span><strong class="money">${moneyText(price, t)}</strong>${per}<span class="note money">${from.after}</span>`
  return before ? reduced(html`<span class="money">${moneyText(before, t)}</span>`, now, t) : now
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
