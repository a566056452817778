/** The pages of the example web shop, in Turkish and English: every value is escaped, and no page has a script. */

import { textsIn } from './texts.js'

/** @typedef {import('../../src/checkout/session/session-user.ts').SessionUser} Session */
/** @typedef {import('../../src/cart/cart.document.ts').CartDocument} Cart */
/** @typedef {import('../../src/money/money.ts').Money} Money */
/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {{ path: string, session: Session, message: string | null, hasLogin: boolean }} Model what a page shows */

/** Markup; any other value in a template is text. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text
  }
}

/** Makes markup from a template, and escapes every value that is not markup. @param {TemplateStringsArray} strings @param {unknown[]} values */
const html = (strings, ...values) => new Html(String.raw({ raw: strings }, ...values.map(toText)))

/** @param {unknown} value @returns {string} */
function toText(value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  return String(value ?? '').replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)
}

/** Returns the policy of a page: its stylesheet, its own forms and the pictures of the cart. @param {Session} [session] */
export function policyOf(session) {
  const lines = session && session.identity !== 'none' ? session.cart.included : []
  const origins = new Set(lines.map(({ attributes }) => originOf(attributes.image)).filter(Boolean))
  const pictures = ["'self'", ...(origins.size > 20 ? ['https:'] : origins)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src ${pictures}; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`
}

/** Returns the origin of a picture; empty when it has characters with a meaning in a policy. @param {string} url */
function originOf(url) {
  const origin = URL.parse(url)?.origin ?? ''
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? origin : ''
}

/** Renders a page about a failed request, with one sentence. @param {string} key a key of the texts' messages @param {'tr' | 'en'} language */
export function failurePage(key, language) {
  const t = textsIn[language]
  const main = html`<h1>${t.sorry}</h1><p class="message" role="alert">${messageOf(key, t)}</p><p><a href="/sepet">${t.toCart}</a></p>`
  return document(t.sorry, [], main, t)
}

/** Renders the page of a path. @param {Model} model @param {'tr' | 'en'} language */
export function cartPage({ path, session, message, hasLogin }, language) {
  const t = textsIn[language]
  const page = path.startsWith('/sepet') ? 'cart' : path.startsWith('/uye-siparisleri') ? 'orders' : 'checkout'
  const title = t.titles[page]
  const main = html`<h1>${title}</h1>
    ${message === null ? [] : html`<p class="message" role="alert">${messageOf(message, t)}</p>`}
    ${page === 'orders' ? html`<p>${t.ordersHere}</p>` : []}
    ${session.identity === 'none' ? html`<p>${t.noSession}</p>` : renderCart(session.cart, page, t)}
    ${session.identity === 'member' ? [] : renderLogin(hasLogin, t)}`
  return document(title, renderShopper(session, t), main, t)
}

/** @param {string} key @param {Texts} t */
const messageOf = (key, t) => (Object.hasOwn(t.messages, key) ? t.messages[key] : t.messages.refused)

/** @param {string} title @param {unknown} shopper @param {Html} main @param {Texts} t */
function document(title, shopper, main, t) {
  const pages = /** @type {const} */ ([
    ['/sepet', 'cart'],
    ['/odeme', 'checkout'],
    ['/uye-siparisleri', 'orders'],
  ])
  return html`<!doctype html>
<html lang="${t.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · ${t.shop}</title>
  <link rel="stylesheet" href="/web-shop.css">
</head>
<body>
  <header>
    <p class="shop">${t.shop}</p>
    <nav aria-label="${t.pages}">${pages.map(([path, page]) => html`<a href="${path}">${t.titles[page]}</a> `)}</nav>
    ${shopper}
  </header>
  <main>${main}</main>
</body>
</html>
`.text
}

/** @param {Session} session @param {Texts} t */
function renderShopper(session, t) {
  if (session.identity === 'none') return []
  const who = session.identity === 'member' ? t.member(session.customerId) : t.guest
  return html`<form method="post" class="row"><span>${who}</span> <button name="do" value="logout">${t.logOut}</button></form>`
}

/** @param {boolean} hasLogin @param {Texts} t */
function renderLogin(hasLogin, t) {
  const form = html`<form method="post">
      <label>${t.name} <input name="name" autocomplete="username" required maxlength="200"></label>
      <label>${t.password} <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
      <button name="do" value="login">${t.logIn}</button>
    </form>`
  return html`<section aria-labelledby="login"><h2 id="login">${t.logIn}</h2>${hasLogin ? form : html`<p>${t.loginHere}</p>`}</section>`
}

/** @param {Cart} cart @param {'cart' | 'checkout' | 'orders'} page @param {Texts} t */
function renderCart(cart, page, t) {
  if (cart.included.length === 0) return html`<p>${t.empty}</p>`
  return html`<ul class="lines">${cart.included.map(line => renderLine(line, t))}</ul>
    ${renderCoupon(cart, t)} ${renderCampaigns(cart, t)} ${renderTotals(cart, t)}
    ${page === 'checkout' ? renderPayment(t) : html`<p><a class="button" href="/odeme">${t.toPayment}</a></p>`}`
}

/** @param {Cart['included'][number]} line @param {Texts} t */
function renderLine({ id, attributes: line }, t) {
  const notes = [
    [t.orderNote, line.orderNote],
    [t.giftNote, line.giftNote],
  ].filter(([, note]) => note)
  const picture = originOf(line.image) && html`<img src="${line.image}" alt="" width="72" height="72">`
  return html`<li>
      ${picture}
      <div>
        <p><strong dir="auto">${line.productName}</strong> ${line.availableForSale ? [] : html`<em>${t.notForSale}</em>`}</p>
        <p>${line.quantity} ${line.stockUnit} × ${moneyText(line.unitPrice, t)} = ${moneyText(line.lineTotal, t)} ${line.vatRate > 0 ? t.vatExtra(line.vatRate) : ''}</p>
        ${notes.map(([label, note]) => html`<p class="note">${label}: <span dir="auto">${note}</span></p>`)}
        ${line.giftPackage ? html`<p class="note">${t.giftPackage}</p>` : []}
        <form method="post" class="row">
          <input type="hidden" name="item" value="${id}">
          <label>${t.quantity} <span class="unseen">${line.productName}</span>
            <input name="quantity" type="number" min="1" step="1" inputmode="numeric" value="${line.quantity}" required></label>
          <button name="do" value="quantity">${t.change} <span class="unseen">${line.productName}</span></button>
          <button name="do" value="remove" formnovalidate>${t.remove} <span class="unseen">${line.productName}</span></button>
        </form>
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

/** @param {Cart} cart @param {Texts} t */
function renderTotals({ data }, t) {
  const { subtotal, appliedCoupon, appliedCampaign, cargoPrice, grandTotal, belowMinimumOrder, minimumOrderAmount } =
    data.attributes
  /** @type {[string, Money | undefined][]} */
  const rows = [
    [t.subtotal, subtotal],
    [t.coupon, appliedCoupon && negative(appliedCoupon.discountAmount)],
    [appliedCampaign?.name ?? '', appliedCampaign && negative(appliedCampaign.discountAmount)],
    [t.shipping, cargoPrice],
    [t.total, grandTotal],
  ]
  const shown = rows.flatMap(([label, money]) =>
    money ? html`<div><dt>${label}</dt><dd>${moneyText(money, t)}</dd></div>` : [],
  )
  const tooLow = belowMinimumOrder && minimumOrderAmount ? t.belowMinimum(moneyText(minimumOrderAmount, t)) : null
  return html`<section aria-labelledby="totals"><h2 id="totals">${t.summary}</h2><dl>${shown}</dl>${tooLow === null ? [] : html`<p class="message">${tooLow}</p>`}</section>`
}

/** Renders the end of the example: a shop takes the payment here. @param {Texts} t */
function renderPayment(t) {
  return html`<section aria-labelledby="payment"><h2 id="payment">${t.titles.checkout}</h2>
    <form method="post"><p>${t.paymentHere}</p><button name="do" value="pay">${t.pay}</button></form></section>`
}

/** @param {Money} money @returns {Money} */
const negative = money => (/[1-9]/.test(money.amount) ? { ...money, amount: `-${money.amount}` } : money)

/** Formats the decimal text of an amount, without a float. @param {Money} money @param {Texts} t */
function moneyText({ amount, currencyCode: currency, decimalPlaces: digits }, t) {
  try {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const format = new Intl.NumberFormat(t.language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...decimals,
    })
    return format.format(/** @type {Intl.StringNumericLiteral} */ (amount))
  } catch {
    return `${amount} ${currency}`
  }
}
