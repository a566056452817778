/** The product screen: picture, price, stock, variants, quantity and the add button. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { numberText } from '../money.js'
import { quantityInCart, stepOf } from '../state.js'
import { backButton, heading, picture, price } from './components.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Product} Product */
/** @typedef {NonNullable<import('../state.js').State['chosen']>} Chosen */

/** Draws the chosen product. @param {App} app */
export function drawProduct(app) {
  const { chosen } = app.state
  if (!chosen) return []
  const { product, variantId } = chosen
  const item = product.variants.find(({ id }) => id === variantId) ?? product
  return [
    h('header.bar.over', {}, backButton(app, 'shop')),
    h('div.hero', {}, picture(app, product.image, { lazy: false })),
    h(
      'div.about',
      {},
      heading(product.name),
      h('p.cost', {}, price(app, item), drawVat(app, product)),
      drawStock(app, product, item),
    ),
    product.variants.length > 0 && drawVariants(app, chosen),
    drawBuy(app, chosen),
  ]
}

/** @param {App} app @param {Product} product */
function drawVat({ texts }, { vatRate, stockUnit }) {
  const t = texts()
  const words = [stockUnit && t.perUnit(stockUnit), vatRate > 0 && t.vatExtra(numberText(vatRate, t.locale))].filter(
    Boolean,
  )
  return h('small', {}, words.join(' '))
}

/** @param {App} app @param {Product} product @param {Pick<Product, 'stock' | 'availableForSale'>} item */
function drawStock({ state, texts }, { id, stockUnit }, { stock, availableForSale }) {
  const t = texts()
  const inCart = quantityInCart(state, id)
  return h(
    'p.stock',
    {},
    availableForSale ? t.stockLeft(numberText(stock, t.locale), stockUnit) : h('span.tag', {}, t.outOfStock),
    inCart > 0 && h('span', {}, ` · ${t.inCart(numberText(inCart, t.locale))}`),
  )
}

/** @param {App} app @param {Chosen} chosen */
function drawVariants(app, { product, variantId }) {
  return h(
    'fieldset.variants',
    {},
    h('legend', {}, app.texts().variants),
    ...product.variants.map(variant =>
      h(
        variant.availableForSale ? 'label' : 'label.unavailable',
        { 'data-key': variant.id },
        h('input', {
          type: 'radio',
          name: 'variant',
          value: variant.id,
          'data-action': 'choose-variant',
          checked: variant.id === variantId,
        }),
        h('span', { dir: 'auto' }, variant.name),
        !variant.availableForSale && h('span.visually-hidden', {}, ` (${app.texts().outOfStock})`),
      ),
    ),
  )
}

/** @param {App} app @param {Chosen} chosen */
function drawBuy({ texts }, { product, quantity }) {
  const t = texts()
  const step = stepOf(product.stockIncrement)
  return h(
    'div.buy',
    {},
    h(
      'div.stepper',
      { role: 'group', 'aria-label': t.quantity },
      h(
        'button',
        {
          type: 'button',
          'data-action': 'change-quantity',
          'data-by': -step,
          'aria-label': t.less,
          disabled: quantity <= step,
        },
        icon('minus'),
      ),
      h('output', { 'aria-live': 'polite' }, numberText(quantity, t.locale)),
      h(
        'button',
        { type: 'button', 'data-action': 'change-quantity', 'data-by': step, 'aria-label': t.moreOf },
        icon('plus'),
      ),
    ),
    h('button.button', { type: 'button', 'data-action': 'add-to-cart' }, t.addToCart),
  )
}
