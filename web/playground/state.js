/** The state of the page, from which everything on it is drawn. */

import { preferredLanguage } from '../ui/language.js'
import { newConversation } from './agent/conversation.js'
import { LANGUAGE_KEY } from './texts/texts.js'

/** @typedef {import('../../src/cart/pricing/cart-answer.document.ts').CartAnswer} CartDocument */
/** @typedef {CartDocument['included'][number]} Line */
/** @typedef {import('../../src/playground/catalogue.document.ts').CatalogueProduct} Product */
/** @typedef {import('../../src/playground/shop.document.ts').ShopDocument} Shop */
/** @typedef {import('../../src/playground/shop.document.ts').MemberHint} Member */
/** @typedef {ReturnType<typeof import('../../src/cart/own-coupons/own-coupons.document.ts').presentOwnCoupons>['data'][number]} MyCoupon */

/** @typedef {{ kind: 'guest', token: string, expiresAt: string }} Guest */
/** @typedef {Guest | { kind: 'member', token: string, id: number, name: string | null }} Shopper */
/** @typedef {'shop' | 'product' | 'cart' | 'account'} Screen */
/** @typedef {'requests' | 'agent'} Pane */
/** @typedef {() => Promise<void>} Action */
/** @typedef {{ product: Product, variantId: number | null, quantity: number }} Chosen */

/**
 * @typedef {object} WebView
 * @property {string} url
 * @property {string} path the path that it shows; empty while it loads
 * @property {string | null} orderNumber of the order whose page it has shown last
 * @property {import('./api.js').LogEntry} entry the log entry of its navigation
 * @property {'handoff' | 'continue'} kind of its link: from the app, or from an agent
 * @property {string | null} next the link that it opens once it has arrived
 */

/**
 * @typedef {object} State
 * @property {import('./texts/texts.js').Language} language
 * @property {'phone' | Pane} view what a narrow window shows
 * @property {Pane} pane what a wide window shows beside the phone
 * @property {import('./agent/conversation.js').Conversation} agent
 * @property {Screen} screen
 * @property {Shop | null} shop
 * @property {Product[] | null} products null until the first page is loaded
 * @property {number | null} next the product id that the next page begins after; null on the last page
 * @property {Chosen | null} chosen the product on the product screen, with the selected variant and quantity
 * @property {Shopper | null} shopper
 * @property {MyCoupon[]} myCoupons the coupons that are for this member; none of a guest
 * @property {CartDocument | null} cart
 * @property {{ request: import('./api.js').Request, token: string } | null} lastAdd the last add, and the token of its shopper
 * @property {{ kind: 'good' | 'bad', text: string, id: number, again: Action | null } | null} notice
 * @property {WebView | null} webView
 * @property {{ number: string } | null} order the order that was placed in the web view, until the shopper goes on
 * @property {number} checkoutAllowedAt when the rate limit allows the next checkout link, in milliseconds since the epoch
 * @property {Map<number, boolean>} expanded log entries that were expanded (true) or collapsed (false) by hand
 * @property {number | null} copiedEntryId the log entry whose curl command was copied last
 */

/** The state before any data is loaded. @returns {State} */
export function initialState() {
  return {
    language: preferredLanguage(LANGUAGE_KEY),
    view: 'phone',
    pane: 'requests',
    agent: newConversation(),
    screen: 'shop',
    shop: null,
    products: null,
    next: null,
    chosen: null,
    shopper: null,
    myCoupons: [],
    cart: null,
    lastAdd: null,
    notice: null,
    webView: null,
    order: null,
    checkoutAllowedAt: 0,
    expanded: new Map(),
    copiedEntryId: null,
  }
}

/** The last add, if it was sent with the token of today's shopper: with another one it would be a new add. @param {State} state */
export function repeatableAdd({ lastAdd, shopper }) {
  return lastAdd && lastAdd.token === shopper?.token ? lastAdd.request : null
}

/** The quantity of a product in the cart, over all its variants. @param {State} state @param {number} productId */
export function quantityInCart({ cart }, productId) {
  const lines = cart?.included.filter(({ attributes }) => attributes.productId === productId) ?? []
  return lines.reduce((total, { attributes }) => total + attributes.quantity, 0)
}

/**
 * The prices by quantity of a line's item; undefined without them, and while its product is not loaded.
 * @param {State} state
 * @param {Line} line
 */
export function tierPricesOf({ products }, { attributes: { productId, variantId } }) {
  const product = products?.find(({ id }) => id === productId)
  if (!product || variantId === null) return product?.tierPrices
  return product.variants.find(({ id }) => id === variantId)?.tierPrices
}

/**
 * The step of a quantity: the stock increment, or 1 when that is a fraction, since quantities are whole numbers.
 * @param {number} stockIncrement
 */
export function stepOf(stockIncrement) {
  return Number.isInteger(stockIncrement) && stockIncrement > 0 ? stockIncrement : 1
}
