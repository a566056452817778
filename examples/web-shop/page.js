/** The pages of the cart, in Turkish and English: every value is escaped, and no page has a script. */

import { alert, document, html, messageOf, moneyText, originOf } from './html.js'
import { newReference, obstacleOf } from './orders.js'
import { markOf, readItems, renderShortItems } from './stock.js'
import { textsIn } from './texts.js'
import { renderTotals } from './totals.js'

/** @typedef {import('../../src/web-checkout/session/session-user.ts').SessionUser} Session */
/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./texts.js').Texts} Texts */
/**
 * What a page shows. `message` is a key of the texts' messages, `was` an earlier total, `short` the items of which too little is left.
 * @typedef {{ path: string, session: Session, message: string | null, was: string | null, short: string[], hasLogin: boolean }} Model
 */

/** Renders the page of a path. @param {Model} model @param {'tr' | 'en'} language */
export function cartPage({ path, session, message, was, short, hasLogin }, language) {
  const t = textsIn[language]
  const page = path.startsWith('/sepet') ? 'cart' : path.startsWith('/uye-siparisleri') ? 'orders' : 'checkout'
  const title = t.titles[page]
  const cart = session.identity === 'none' ? undefined : session.cart
  const main = html`<h1>${title}</h1>
    ${message === null ? [] : renderMessage(message, { was, short, cart }, t)}
    ${page === 'orders' ? html`<p>${t.ordersHere}</p>` : []}
    ${cart ? renderCart(cart, page, t) : html`<p>${t.noSession}</p>`}
    ${session.identity === 'member' ? [] : renderLogin(hasLogin, cart, t)}`
  return document(title, session, main, t)
}

/** Renders a message. Where too little is left of items, it lists them, and leads to the cart. @param {string} key @param {{ was: string | null, short: string[], cart: Cart | undefined }} details @param {Texts} t */
function renderMessage(key, { was, short, cart }, t) {
  if (key !== 'insufficient_stock' || !cart) return alert(sentenceOf(key, was, cart, t))
  return html`<div class="message" role="alert">
      <p>${messageOf(key, t)}</p>
      ${renderShortItems(readItems(short), cart, t)}
      <p><a href="/sepet">${t.changeCart}</a></p>
    </div>`
}

/** Returns a sentence, which names both totals where the total has changed. @param {string} key @param {string | null} was @param {Cart | undefined} cart @param {Texts} t */
function sentenceOf(key, was, cart, t) {
  const total = cart?.data.attributes.grandTotal
  if (key !== 'cart_changed' || !total || was === null || !/^\d{1,15}(\.\d{1,15})?$/.test(was)) return messageOf(key, t)
  const [now, earlier] = [moneyText(total, t), moneyText({ ...total, amount: was }, t)]
  return now === earlier ? messageOf(key, t) : t.totalChanged(now, earlier)
}

/** @param {boolean} hasLogin @param {Cart | undefined} cart @param {Texts} t */
function renderLogin(hasLogin, cart, t) {
  const form = html`<form method="post">
      <label>${t.name} <input name="name" autocomplete="username" required maxlength="200"></label>
      <label>${t.password} <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
      ${cart ? renderMerge(cart, t) : []}
      <button name="do" value="login">${t.logIn}</button>
    </form>`
  return html`<section aria-labelledby="login"><h2 id="login">${t.logIn}</h2>${hasLogin ? form : html`<p>${t.loginHere}</p>`}</section>`
}

/** Asks whether a guest's cart comes along. No answer is preset: the cart may be that of somebody else. @param {Cart} cart @param {Texts} t */
function renderMerge({ included }, t) {
  if (included.length === 0) return []
  const answers = [
    ['yes', t.takeAlong],
    ['no', t.leaveBehind],
  ].map(([value, text]) => html`<label><input type="radio" name="merge" value="${value}" required> ${text}</label>`)
  return html`<fieldset>
      <legend>${t.guestCart(included.length)}</legend>
      ${answers}
    </fieldset>`
}

/** @param {Cart} cart @param {'cart' | 'checkout' | 'orders'} page @param {Texts} t */
function renderCart(cart, page, t) {
  if (cart.included.length === 0) return html`<p>${t.empty}</p>`
  return html`<ul class="lines">${cart.included.map(line => renderLine(line, t))}</ul>
    ${renderCoupon(cart, t)} ${renderCampaigns(cart, t)} ${renderTotals(cart, t)}
    ${page === 'checkout' ? renderPayment(cart, t) : html`<p><a class="button" href="/odeme">${t.toPayment}</a></p>`}`
}

/** @param {Cart['included'][number]} line @param {Texts} t */
function renderLine(line, t) {
  const { id, attributes } = line
  const form = html`<form method="post" class="row">
          <input type="hidden" name="item" value="${id}">
          <label>${t.quantity} <span class="unseen">${attributes.productName}</span>
            <input name="quantity" type="number" min="1" step="1" inputmode="numeric" value="${attributes.quantity}" required></label>
          <button name="do" value="quantity">${t.change} <span class="unseen">${attributes.productName}</span></button>
          <button name="do" value="remove" formnovalidate>${t.remove} <span class="unseen">${attributes.productName}</span></button>
        </form>`
  const mark = markOf(line, t)
  return describeLine(line, mark && html`<em>${mark}</em>`, form, t)
}

/**
 * Renders a line: picture, name, prices with VAT, and notes. A cart that was held by an earlier version of Sepet has prices without VAT alone.
 * @param {Cart['included'][number]} line
 * @param {unknown} mark after the name
 * @param {unknown} form
 * @param {Texts} t
 */
export function describeLine({ attributes: line, meta }, mark, form, t) {
  const { unitPriceWithVat = line.unitPrice, lineTotalWithVat = line.lineTotal } = meta?.vat ?? {}
  const vatText = meta ? t.vatIncluded : t.vatExtra
  const notes = [
    [t.orderNote, line.orderNote],
    [t.giftNote, line.giftNote],
  ].filter(([, note]) => note)
  const picture = originOf(line.image) && html`<img src="${line.image}" alt="" width="72" height="72">`
  return html`<li>
      ${picture}
      <div>
        <p><strong dir="auto">${line.productName}</strong> ${mark}</p>
        <p>${line.quantity} ${line.stockUnit} × ${moneyText(unitPriceWithVat, t)} = ${moneyText(lineTotalWithVat, t)} ${line.vatRate > 0 ? vatText(line.vatRate) : ''}</p>
        ${notes.map(([label, note]) => html`<p class="note">${label}: <span dir="auto">${note}</span></p>`)}
        ${line.giftPackage ? html`<p class="note">${t.giftPackage}</p>` : []}
        ${form}
      </div>
    </li>`
}

/** @param {Cart} cart @param {Texts} t */
function renderCoupon({ data }, t) {
  const { appliedCoupon: coupon } = data.attributes
  const form = coupon
    ? html`<p><strong dir="auto">${coupon.code}</strong> ${coupon.description}</p><button name="do" value="remove-coupon">${t.removeCoupon}</button>`
    : html`<label>${t.couponCode} <input name="code" autocomplete="off" required maxlength="200"></label><button name="do" value="take-coupon">${t.apply}</button>`
  return html`<section aria-labelledby="coupon"><h2 id="coupon">${t.coupon}</h2><form method="post" class="row">${form}</form></section>`
}

/** @param {Cart} cart @param {Texts} t */
function renderCampaigns({ data }, t) {
  const { campaigns = [], appliedCampaign: applied } = data.attributes
  if (campaigns.length === 0 && !applied) return []
  const items = campaigns.map(
    ({ id, name, description }) => html`<li><form method="post" class="row">
        <input type="hidden" name="campaign" value="${id}">
        <p><strong dir="auto">${name}</strong> <span dir="auto">${description}</span></p>
        ${id === applied?.id ? html`<button name="do" value="drop-campaign">${t.drop} <span class="unseen">${name}</span></button>` : html`<button name="do" value="choose-campaign">${t.choose} <span class="unseen">${name}</span></button>`}
      </form></li>`,
  )
  return html`<section aria-labelledby="campaigns"><h2 id="campaigns">${t.campaigns}</h2><ul>${items}</ul></section>`
}

/**
 * Renders the form that begins the payment. It carries the totals that the shopper sees, and an order number, so that a form that is
 * sent twice is one order.
 * @param {Cart} cart @param {Texts} t
 */
function renderPayment(cart, t) {
  const obstacle = obstacleOf(cart)
  const { grandTotal, cargoPrice } = cart.data.attributes
  const form = html`<form method="post">
      <input type="hidden" name="reference" value="${newReference()}">
      <input type="hidden" name="grandTotal" value="${grandTotal?.amount}">
      ${cargoPrice ? html`<input type="hidden" name="cargoPrice" value="${cargoPrice.amount}">` : []}
      <p>${t.paymentNext}</p><button name="do" value="pay">${t.pay}</button></form>`
  return html`<section aria-labelledby="payment"><h2 id="payment">${t.titles.checkout}</h2>
    ${obstacle ? html`<p>${messageOf(obstacle, t)}</p>` : form}</section>`
}
