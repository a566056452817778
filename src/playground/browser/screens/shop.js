/** The shop screen: the product list, with an add button on products without variants. */

import { h } from '../dom.js'
import { icon } from '../icons.js'
import { numberText } from '../money.js'
import { heading, picture, price } from './components.js'

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state.js').Product} Product */

/** Number of placeholder cards while the products load. */
const SKELETONS = 6

/** Draws the shop screen. @param {App} app */
export function drawShop(app) {
  const { shop, products, next } = app.state
  return [
    h('header.bar', {}, heading(shop?.name ?? ' '), drawShopper(app)),
    products?.length === 0 ? drawEmptyShop(app) : drawProductList(app, products),
    next !== null && h('button.quiet.load-more', { type: 'button', 'data-action': 'load-more' }, app.texts().more),
  ]
}

/** @param {App} app */
function drawShopper({ state, texts }) {
  const t = texts()
  const { shopper } = state
  const name = shopper?.kind === 'member' ? (shopper.name ?? t.customer(String(shopper.id))) : t.guest
  return h(
    'button.chip',
    { type: 'button', 'data-action': 'show-screen', 'data-screen': 'account' },
    icon('person'),
    h('span', { dir: 'auto' }, name),
  )
}

/** @param {App} app @param {Product[] | null} products */
function drawProductList(app, products) {
  const cards = products?.map(product => drawCard(app, product)) ?? skeletons()
  return h(
    'ul.product-list',
    { role: 'list', 'aria-busy': String(products === null), 'data-key': products ? 'products' : 'loading' },
    ...cards,
  )
}

/** @param {App} app @param {Product} product */
function drawCard(app, product) {
  const t = app.texts()
  const { id, name, variants, availableForSale, stockUnit } = product
  const isLowest = new Set(variants.map(({ unitPrice }) => unitPrice.amount)).size > 1
  return h(
    availableForSale ? 'li.card' : 'li.card.unavailable',
    { 'data-key': id },
    h(
      'button.open',
      { type: 'button', 'data-action': 'show-product', 'data-product': id },
      picture(app, product.image),
      h('span.name', { dir: 'auto' }, name),
      h(
        'span.cost',
        {},
        price(app, product, isLowest),
        stockUnit && variants.length === 0 && h('small', {}, t.perUnit(stockUnit)),
      ),
      availableForSale
        ? variants.length > 0 && h('small', {}, t.variantCount(numberText(variants.length, t.locale)))
        : h('span.tag', {}, t.soldOut),
    ),
    availableForSale && variants.length === 0 && drawQuickAdd(app, product),
  )
}

/** @param {App} app @param {Product} product */
function drawQuickAdd({ texts }, { id, name }) {
  return h(
    'button.round.quick-add',
    { type: 'button', 'data-action': 'quick-add', 'data-product': id, 'aria-label': texts().quickAdd(name) },
    icon('plus'),
  )
}

function skeletons() {
  return Array.from({ length: SKELETONS }, () =>
    h('li.card.skeleton', { 'aria-hidden': 'true' }, h('span.picture'), h('span.name'), h('span.cost')),
  )
}

/** @param {App} app */
function drawEmptyShop({ texts }) {
  const t = texts()
  return h(
    'div.message',
    {},
    icon('shop'),
    h('h3', {}, t.emptyShop),
    h('p', {}, t.emptyShopHint),
    h('code', {}, 'npm run --silent sepet -- import shop.json'),
  )
}
