/** Pieces that several screens are made of. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { moneyText } from '../money.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Product} Product */

const PLACEHOLDER = '/images/placeholder.png'

/** A picture of fixed proportions; its words stand beside it. @param {App} app @param {string} address @param {{ lazy?: boolean }} [options] */
export function picture({ state }, address, { lazy = true } = {}) {
  const src = state.brokenPictures.has(address) ? PLACEHOLDER : address
  return h('img.picture', { src, alt: '', width: 320, height: 320, loading: lazy ? 'lazy' : null, decoding: 'async' })
}

/**
 * A price, with what it was before a discount.
 * @param {App} app
 * @param {Pick<Product, 'unitPrice' | 'fullPrice'>} item
 * @param {boolean} [isLowest] whether there are dearer variants
 */
export function price({ texts }, { unitPrice, fullPrice }, isLowest = false) {
  const t = texts()
  const text = moneyText(unitPrice, t.locale)
  return h(
    'span.price',
    {},
    fullPrice && h('s.money', {}, h('span.unseen', {}, t.before), moneyText(fullPrice, t.locale)),
    fullPrice && h('span.unseen', {}, t.now),
    h('span.money', {}, isLowest ? t.from(text) : text),
  )
}

/** @param {App} app @param {string} screen where it leads back to */
export function backButton({ texts }, screen) {
  return h(
    'button.round',
    { type: 'button', 'data-do': 'open', 'data-screen': screen, 'aria-label': texts().back },
    icon('back'),
  )
}

/** The heading that a screen is entered at. @param {string} text */
export function heading(text) {
  return h('h2', { tabindex: -1, dir: 'auto' }, text)
}
