/** What every page of the example web shop shares: escaped markup, the policy, the frame and messages. */

/** @typedef {import('../../src/cart/pricing/cart-answer.document.ts').CartAnswer} Cart a document; those of the cart endpoints also say why a coupon does not apply */
/** A cart, or one as held, maybe by an earlier version of Sepet. @typedef {Cart | import('../../src/cart/pricing/cart.document.ts').HeldCartDocument} AnyCart */
/** @typedef {import('../../src/money/money.ts').Money} Money */
/** @typedef {import('./texts.js').Texts} Texts */
/** @typedef {{ identity: 'none' | 'guest' } | { identity: 'member', customerId: number }} Shopper */
/** What stands around every page. `name` is that of a member, where the login knows it; `login` says that there is one. A web view runs no scripts: its pages have none (`hasScript`). @typedef {{ shop: string, path: string, shopper: Shopper, name?: string | undefined, login?: boolean, hasScript?: boolean }} Frame */

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

/** Returns the policy of a page: its script and stylesheet, its own forms and the pictures of the cart that it shows. @param {AnyCart} [cart] */
export const policyOf = cart => policyOfPictures(cart?.included.map(({ attributes }) => attributes.image) ?? [])

/** Returns the policy of a page with pictures. @param {string[]} addresses */
export function policyOfPictures(addresses) {
  const origins = new Set(addresses.map(originOf).filter(Boolean))
  const pictures = ["'self'", ...(origins.size > 20 ? ['https:'] : origins)].join(' ')
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${pictures}; base-uri 'none'; form-action 'self'; frame-ancestors 'self'`
}

/** Returns the name of an item: `Keten gömlek (M)` of a variant. @param {AnyCart['included'][number]} line */
export function nameOf({ attributes: { productName }, meta }) {
  const { variantName = null } = meta ?? {}
  return variantName === null ? productName : `${productName} (${variantName})`
}

/** Returns the origin of a picture; empty when it has characters with a meaning in a policy. @param {string} url */
export function originOf(url) {
  const origin = URL.parse(url)?.origin ?? ''
  return /^https?:\/\/[\w.-]+(:\d+)?$/.test(origin) ? origin : ''
}

/** Renders a page. @param {string} title @param {Frame} frame @param {Html} main @param {Texts} t */
export function document(title, frame, main, t) {
  return html`<!doctype html>
<html lang="${t.language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title} · ${frame.shop}</title>
  <link rel="icon" href="/web-shop-basket.svg">
  <link rel="stylesheet" href="/web-shop.css">
  ${frame.hasScript ? html`<script src="/web-shop.js" defer></script>` : []}
</head>
<body>
  <header>
    <p class="shop" dir="auto">${frame.shop}</p>
    ${renderNavigation(frame, t)}
    ${renderShopper(frame, t)}
  </header>
  <main>${main}</main>
</body>
</html>
`.text
}

/** @param {Frame} frame @param {Texts} t */
function renderNavigation({ path }, t) {
  const pages = /** @type {const} */ ([
    ['/urunler', 'products'],
    ['/sepet', 'cart'],
    ['/uye-siparisleri', 'orders'],
  ])
  const links = pages.map(
    ([to, page]) => html`<a href="${to}"${path === to ? html` aria-current="page"` : []}>${t.titles[page]}</a> `,
  )
  return html`<nav aria-label="${t.pages}">${links}</nav>`
}

/** @param {Frame} frame @param {Texts} t */
function renderShopper({ shopper, name, path, login }, t) {
  const link = login && path.startsWith('/urun') ? html`<a href="/sepet#login">${t.logIn}</a>` : []
  if (shopper.identity !== 'member')
    return html`<p class="who">${shopper.identity === 'guest' ? t.guest : []} ${link}</p>`
  return html`<form method="post" action="/sepet" class="who"><b dir="auto">${name ?? t.member}</b> <button name="do" value="logout" class="button quiet">${t.logOut}</button></form>`
}

/** The price before a discount and the price now: screen readers do not tell that a text is struck through. @param {unknown} before @param {unknown} now @param {Texts} t */
export const reduced = (before, now, t) =>
  html`<del><span class="visually-hidden">${t.before}</span>${before}</del> <ins><span class="visually-hidden">${t.now}</span>${now}</ins>`

/** Renders a sentence that screen readers announce. @param {string} sentence */
export const alert = sentence => html`<p class="message" role="alert">${sentence}</p>`

/** Returns the sentence of a key; another key gets a general one. @param {string} key @param {Texts} t */
export const messageOf = (key, t) => (Object.hasOwn(t.messages, key) && t.messages[key]) || t.messages.refused
