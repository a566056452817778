/** The names of products and variants that a report tells by their numbers. */

import { queryOf } from '../../url.js'

/** @typedef {import('./off-sale.js').Item} Item */

/**
 * The items with the names that they have in the shop.
 * @template {Item} T
 * @param {import('../../app.js').App} app
 * @param {readonly T[]} items
 * @returns {Promise<T[]>}
 */
export async function withNames(app, items) {
  if (!app.can('catalogue:read')) return [...items]
  const ids = [...new Set(items.map(({ productId }) => productId))]
  const pages = await Promise.all(ids.map(id => app.api.get(`/products${queryOf({ 'filter[id]': id })}`)))
  const products = new Map(pages.flatMap(({ data }) => data.map((/** @type {any} */ product) => [product.id, product])))
  return items.map(item => ({ ...item, ...nameOf(products.get(item.productId), item) }))
}

/** The name of a product, and of the variant behind it. @param {any} product @param {Item} item */
function nameOf(product, { variantId }) {
  if (product === undefined) return {}
  const variant = product.variants.find((/** @type {any} */ { id }) => id === variantId)
  return { name: variant === undefined ? product.name : `${product.name} – ${variant.name}` }
}
