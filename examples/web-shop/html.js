/** What every page of the example web shop shares: escaped markup, the policy, the frame, messages and amounts. */

import { textsIn } from './texts.js'

/** @typedef {import('../../src/cart/pricing/cart.document.ts').CartDocument} Cart */
/** @typedef {import('../../src/money/money.ts').Money} Money */
/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {{ identity: 'none' | 'guest' } | { identity: 'member', customerId: number }} Shopper */

/** Markup; any other value in a template is text. */
class Html {
  /** @param {string} text */
  constructor(text) {
    this.text = text
  }
}

/** Makes markup from a template, and escapes every value that is not markup. @param {TemplateStringsArray} strings @param {unknown[]} values */
export const html = (strings, ...values) => new Html(String.raw({ raw: strings }, ...values.map(toText)))

/** @param {unknown} value @returns {string} */
function toText(value) {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  return String(value ?? '').replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)
}

/** Returns the policy of a page: its stylesheet, its own forms and the pictures of the cart that it shows. @param {Cart} [cart] */
export function policyOf(cart) {
  const origins = new Set(cart?.included.map(({ attributes }) => originOf(attributes.image)).filter(Boolean))
  const pictures = ["'self'", ...(origins.size > 20 ? ['https:'] : origins)].join(' ')
  return `default-src 'none'; style-src 'self'; img-src ${pictures}; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`
}

/** Returns the origin of a picture; empty when it has characters with a meaning in a policy. @param {string} url */
export function originOf(url) {
  const origin = URL.parse(url)?.origin ?? ''
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? origin : ''
}

/** Renders a page. @param {string} title @param {Shopper} shopper @param {Html} main @param {Texts} t */
export function document(title, shopper, main, t) {
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
    ${renderShopper(shopper, t)}
  </header>
  <main>${main}</main>
</body>
</html>
`.text
}

/** @param {Shopper} shopper @param {Texts} t */
function renderShopper(shopper, t) {
  if (shopper.identity === 'none') return []
  const who = shopper.identity === 'member' ? t.member(shopper.customerId) : t.guest
  return html`<form method="post" action="/sepet" class="row"><span>${who}</span> <button name="do" value="logout">${t.logOut}</button></form>`
}

/**
 * Renders a page about a failed request, with one sentence.
 * @param {string} key a key of the texts' messages
 * @param {'tr' | 'en'} language
 * @param {string} [again] the path of a page to try again
 */
export function failurePage(key, language, again) {
  const t = textsIn[language]
  const link = again === undefined ? html`<a href="/sepet">${t.toCart}</a>` : html`<a href="${again}">${t.tryAgain}</a>`
  return document(t.sorry, { identity: 'none' }, html`<h1>${t.sorry}</h1>${alert(messageOf(key, t))}<p>${link}</p>`, t)
}

/** Renders a sentence that screen readers announce. @param {string} sentence */
export const alert = sentence => html`<p class="message" role="alert">${sentence}</p>`

/** Returns the sentence of a key; another key gets a general one. @param {string} key @param {Texts} t */
export const messageOf = (key, t) => (Object.hasOwn(t.messages, key) && t.messages[key]) || t.messages.refused

/** Formats the decimal text of an amount, without a float. @param {Money} money @param {Texts} t */
export function moneyText({ amount, currencyCode: currency, decimalPlaces: digits }, t) {
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
