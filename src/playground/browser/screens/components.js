/** Elements that several screens share. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { moneyText } from '../money.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Product} Product */

const PLACEHOLDER = '/images/placeholder.png'

/**
 * A square picture, or the placeholder after a failed load. Its `alt` is empty, as the name is beside it.
 * @param {App} app
 * @param {string} url
 * @param {{ lazy?: boolean }} [options]
 */
export function picture({ state }, url, { lazy = true } = {}) {
  const src = state.brokenPictures.has(url) ? PLACEHOLDER : url
  return h('img.picture', { src, alt: '', width: 320, height: 320, loading: lazy ? 'lazy' : null, decoding: 'async' })
}

/**
 * A price, with the price before a discount.
 * @param {App} app
 * @param {Pick<Product, 'unitPrice' | 'fullPrice'>} item
 * @param {boolean} [isLowest] whether other variants cost more
 */
export function price({ texts }, { unitPrice, fullPrice }, isLowest = false) {
  const t = texts()
  const text = moneyText(unitPrice, t.locale)
  return h(
    'span.price',
    {},
    fullPrice && h('s.money', {}, h('span.visually-hidden', {}, t.before), moneyText(fullPrice, t.locale)),
    fullPrice && h('span.visually-hidden', {}, t.now),
    h('span.money', {}, isLowest ? t.from(text) : text),
  )
}

/** A back button. @param {App} app @param {string} screen the screen that it shows */
export function backButton({ texts }, screen) {
  return h(
    'button.round',
    { type: 'button', 'data-action': 'show-screen', 'data-screen': screen, 'aria-label': texts().back },
    icon('back'),
  )
}

/** A screen's heading, which gets the focus when the screen is shown. @param {string} text */
export function heading(text) {
  return h('h2', { tabindex: -1, dir: 'auto' }, text)
}
