/** Says which rows of products have something that is not saved. */

import { shortText } from '../../format/short-text.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./product-edits.js').Product} Product */
/** @typedef {import('./product-edits.js').Edit} Edit */

/** Rows that are named; of more their number is said. */
const NAMED = 5

/**
 * What leaving the list would lose: the changed fields of each row, and texts that were typed into a search and not added.
 * @param {App} app
 * @param {readonly Product[]} products
 * @param {import('./product-edits.js').Edits} edits
 * @param {readonly HTMLInputElement[]} pending
 */
export function lostRows(app, products, edits, pending) {
  const rows = Object.entries(edits).flatMap(([id, ofProduct]) =>
    Object.entries(ofProduct).map(([variantId, edit]) => {
      const product = products.find(each => each.id === Number(id))
      return `${nameOf(product, Number(variantId))}: ${changedFields(app, edit).join(', ')}`
    }),
  )
  const texts = pending.map(
    ({ value, labels }) => `${labels?.[0]?.textContent?.trim() ?? ''}: ${shortText(value.trim())}`,
  )
  const all = [...rows, ...texts]
  const more = all.length - NAMED
  return more > 0 ? [...all.slice(0, NAMED), app.texts().leave.moreRows(String(more))] : all
}

/** @param {Product | undefined} product @param {number} variantId 0 for the product */
function nameOf(product, variantId) {
  const variant = product?.variants.find(({ id }) => id === variantId)
  return [product?.name ?? '', ...(variant ? [variant.name] : [])].map(each => shortText(each)).join(', ')
}

/** @param {App} app @param {Edit} edit */
function changedFields(app, { price, stock, onSale, backorder, tierPrices, brand, categories, tags }) {
  const { fields: t, labels } = app.texts().products
  return [
    price !== undefined && t.price,
    stock !== undefined && t.stock,
    onSale !== undefined && (onSale ? t.on : t.off),
    backorder !== undefined && t.backorder,
    tierPrices !== undefined && t.tierPrices,
    brand !== undefined && labels.brand,
    categories !== undefined && labels.categories,
    tags !== undefined && labels.tags,
  ].filter(each => each !== false)
}
