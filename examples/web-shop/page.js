/** The pages of the cart, the checkout and the orders, in Turkish and English: every value is escaped, and the pages work without scripts. */

import { isAboutCoupon, renderCoupon } from './coupon.js'
import { alert, document, html, messageOf, nameOf } from './html.js'
import { describeLine } from './line.js'
import { renderLogin } from './login-form.js'
import { renderOrders } from './order-list.js'
import { newReference, obstacleOf } from './orders.js'
import { renderCampaigns, renderOffers } from './promotions.js'
import { renderSteps } from './steps.js'
import { markOf, quantityField, renderShortItems, renderUnavailable } from './stock.js'
import { textsIn } from './texts.js'
import { hasAmount, renderToPay, renderTotals } from './totals.js'
import { moneyText } from './ui.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./texts.js').Texts} Texts */
/** What a refused request or link says: a key of the texts' messages, an earlier total, items of which too little is left, and items that nobody may buy. @typedef {{ message: string | null, was: string | null, short: string[], out: string[] }} Said */
/** What a page shows: the cart, undefined without a session; the orders, or the member's coupons; what came into the cart; a refused login. @typedef {Said & { cart: Cart | undefined, orders: import('./order-list.js').Order[], myCoupons: import('./coupon.js').MyCoupon[], came: import('./landing.js').Came | undefined, attempt: import('./login-form.js').Attempt | undefined }} Model */

/** Which page is at a path. @param {string} path */
export function pageAt(path) {
  if (path.startsWith('/sepet')) return 'cart'
  return path.startsWith('/uye-siparisleri') ? 'orders' : 'checkout'
}

/** Renders the page of a path. @param {import('./html.js').Frame} frame @param {Model} model @param {'tr' | 'en'} language */
export function cartPage(frame, model, language) {
  const t = textsIn[language]
  const { cart, message, came, attempt } = model
  const page = pageAt(frame.path)
  const title = t.titles[page]
  const main = html`${page === 'orders' ? [] : renderSteps(page === 'cart' ? 'cart' : 'delivery', t)}
    <h1>${title}</h1>
    ${message === null || isBesideCoupon(message, frame.path, cart) ? [] : renderMessage(message, model, t)}
    ${came && came.lines > 0 && page !== 'orders' ? html`<p class="message good" role="status">${came.isFirst ? t.inCart(came.lines) : t.addedSince(came.lines)}</p>` : []}
    ${cart ? [] : html`<p>${t.noSession}</p><p class="note">${t.noSessionByApp}</p>${onward(t)}`}
    ${frame.login && frame.shopper.identity !== 'member' ? renderLogin(cart, attempt, t) : []}
    ${!cart ? [] : page === 'orders' ? renderOrders(model.orders, t) : renderCart(cart, page, model, t)}`
  return document(title, frame, main, t)
}

/** The way to the products. @param {Texts} t */
const onward = t => html`<p><a class="button quiet" href="/urunler">${t.toProducts}</a></p>`

/** @param {string} message @param {string} path @param {Cart | undefined} cart */
const isBesideCoupon = (message, path, cart) =>
  isAboutCoupon(message) && pageAt(path) !== 'orders' && cart !== undefined && cart.included.length > 0

/** @param {string | null} key */
const isAboutItems = key => key === 'insufficient_stock' || key === 'items_unavailable'

/** Renders a message. Where a hold was refused for some items, it lists them; the way to the cart is in place of the payment. @param {string} key @param {Model} model @param {Texts} t */
function renderMessage(key, { was, short, out, cart }, t) {
  if (!isAboutItems(key) || !cart)
    return html`${alert(sentenceOf(key, was, cart, t))}${key.startsWith('link_') && cart ? onward(t) : []}`
  const isShort = key === 'insufficient_stock'
  const items = isShort ? renderShortItems(short, cart, t) : renderUnavailable(out, cart, t)
  return html`<div class="message" role="alert">
      <p>${messageOf(key, t)}</p>
      ${items}
    </div>`
}

/** Returns a sentence, which names both totals where the total has changed. @param {string} key @param {string | null} was @param {Cart | undefined} cart @param {Texts} t */
function sentenceOf(key, was, cart, t) {
  const total = cart?.data.attributes.grandTotal
  if (key !== 'cart_changed' || !total || was === null || !/^\d{1,15}(\.\d{1,15})?$/.test(was)) return messageOf(key, t)
  const [now, earlier] = [moneyText(total, t), moneyText({ ...total, amount: was }, t)]
  return now === earlier ? messageOf(key, t) : t.totalChanged(now, earlier)
}

/** Renders a cart: what is paid stays in sight below it, or beside it in a wide window. @param {Cart} cart @param {'cart' | 'checkout'} page @param {Model} model @param {Texts} t */
function renderCart(cart, page, model, t) {
  if (cart.included.length === 0)
    return html`<div class="empty"><p>${t.empty}</p>${model.came ? html`<p>${t.emptyByLink}</p>` : []}${onward(t)}</div>`
  return html`<form method="post" class="columns">
    <div>
      ${page === 'checkout' ? renderDelivery(cart, t) : []}
      <ul class="lines" role="list">${cart.included.map(line => renderLine(line, t))}</ul>
      ${renderOffers(cart, t)} ${renderCoupon(cart, model, t)} ${renderCampaigns(cart, t)}
    </div>
    <div class="side">
      ${renderTotals(cart, t)} ${page === 'cart' ? renderFree(cart.data, t) : []}
      ${page === 'checkout' ? renderPayment(cart, model.message, t) : renderToPay(cart, html`<button name="do" value="to-payment" class="button">${t.toPayment}</button>`, t)}
    </div>
  </form>`
}

/** Says what the delivery costs. A shop asks for the address here; Sepet keeps none. @param {Cart} cart @param {Texts} t */
function renderDelivery({ data }, t) {
  const { cargoPrice } = data.attributes
  const price = cargoPrice && (hasAmount(cargoPrice) ? moneyText(cargoPrice, t) : t.free)
  const costs = price ? html`<p>${t.shipping}: <strong>${price}</strong></p>` : []
  return html`<section aria-labelledby="delivery"><h2 id="delivery">${t.steps.delivery}</h2>${costs}${renderFree(data, t)}<p class="note">${t.noAddress}</p></section>`
}

/** @param {Cart['data']} data @param {Texts} t */
const renderFree = ({ attributes: { freeCargoThreshold: from, cargoPrice } }, t) =>
  from && !(cargoPrice && !hasAmount(cargoPrice)) ? html`<p class="note">${t.freeFrom(moneyText(from, t))}</p>` : []

/** @param {Cart['included'][number]} line @param {Texts} t */
function renderLine(line, t) {
  const { id, attributes } = line
  const name = nameOf(line)
  const fields = html`<div class="row">
          <label>${t.quantity(attributes.stockUnit)} <span class="visually-hidden">${name}</span>
            <input ${quantityField(`${id}/${attributes.quantity}`, 1, attributes.quantity)}></label>
          <button name="do" value="change" class="button quiet">${t.change} <span class="visually-hidden">${name}</span></button>
          <button name="do" value="remove ${id}" class="button quiet plain" formnovalidate>${t.remove} <span class="visually-hidden">${name}</span></button>
        </div>`
  const mark = markOf(line, t)
  return describeLine(line, mark && html`<em>${mark}</em>`, fields, t)
}

/** Renders what begins the payment. It carries the totals that the shopper sees, and an order number, so that a form that is sent twice is one order. @param {Cart} cart @param {string | null} message after a refused hold, the cart comes first @param {Texts} t */
function renderPayment(cart, message, t) {
  if (isAboutItems(message)) return renderToPay(cart, html`<a class="button" href="/sepet">${t.changeCart}</a>`, t)
  const obstacle = obstacleOf(cart)
  if (obstacle) return html`<p class="message">${messageOf(obstacle, t)}</p>`
  const { grandTotal, cargoPrice } = cart.data.attributes
  const button = html`<input type="hidden" name="reference" value="${newReference()}">
      <input type="hidden" name="grandTotal" value="${grandTotal?.amount}">
      ${cargoPrice ? html`<input type="hidden" name="cargoPrice" value="${cargoPrice.amount}">` : []}
      <button name="do" value="pay" class="button">${t.pay}</button>`
  return html`<p class="note">${t.noRealMoney}</p>${renderToPay(cart, button, t)}`
}
