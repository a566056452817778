/** What the page shows follows from this alone. */

import { preferredLanguage } from './texts/texts.js'

/** @typedef {import('../../cart/cart.document.ts').CartDocument} CartDocument */
/** @typedef {CartDocument['included'][number]} Line */
/** @typedef {import('../catalogue.document.ts').CatalogueProduct} Product */
/** @typedef {import('../shop.document.ts').ShopDocument} Shop */
/** @typedef {import('../shop.document.ts').MemberHint} Member */

/** @typedef {{ kind: 'guest', token: string } | { kind: 'member', token: string, id: number, name: string | null }} Shopper */
/** @typedef {'shop' | 'product' | 'cart' | 'account'} Screen */

/**
 * @typedef {object} WebView
 * @property {string} url
 * @property {string} path where it has arrived; empty while it is on its way
 * @property {import('./api.js').Call} call
 */

/**
 * @typedef {object} State
 * @property {import('./texts/texts.js').Language} language
 * @property {'phone' | 'receipt'} view which of the two a narrow window shows
 * @property {Screen} screen
 * @property {Shop | null} shop
 * @property {Product[] | null} products null until the first page is there
 * @property {number | null} next what the next page of products begins after
 * @property {{ product: Product, variantId: number | null, quantity: number } | null} chosen the product that is looked at
 * @property {Shopper | null} shopper
 * @property {CartDocument | null} cart
 * @property {{ kind: 'good' | 'bad', text: string, id: number } | null} notice
 * @property {WebView | null} webView
 * @property {number} checkoutFrom when the next checkout link may be asked for, in milliseconds since the epoch
 * @property {Map<number, boolean>} opened calls on the receipt that the reader has opened, or closed
 * @property {number | null} copied the call that was copied last
 * @property {Set<string>} brokenPictures addresses that gave none
 */

/** @returns {State} */
export function initialState() {
  return {
    language: preferredLanguage(),
    view: 'phone',
    screen: 'shop',
    shop: null,
    products: null,
    next: null,
    chosen: null,
    shopper: null,
    cart: null,
    notice: null,
    webView: null,
    checkoutFrom: 0,
    opened: new Map(),
    copied: null,
    brokenPictures: new Set(),
  }
}

/** How many of a product lie in the cart, in all its variants. @param {State} state @param {number} productId */
export function quantityInCart({ cart }, productId) {
  const lines = cart?.included.filter(({ attributes }) => attributes.productId === productId) ?? []
  return lines.reduce((total, { attributes }) => total + attributes.quantity, 0)
}

/** The name of a line's variant, where the phone has seen the product. @param {State} state @param {Line} line */
export function variantName({ products }, { attributes: { productId, variantId } }) {
  if (variantId === null) return null
  const product = products?.find(({ id }) => id === productId)
  return product?.variants.find(({ id }) => id === variantId)?.name ?? null
}

/** Quantities are whole numbers, so that a step of half a metre is one. @param {number} stockIncrement */
export function stepOf(stockIncrement) {
  return Number.isInteger(stockIncrement) && stockIncrement > 0 ? stockIncrement : 1
}
