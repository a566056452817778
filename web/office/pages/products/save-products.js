/** Saves what was typed into the rows, says what it did, and undoes it. */

import { amountText, numberText } from '../../../ui/format/money.js'
import { shortText } from '../../format/short-text.js'
import { requireUnchanged } from '../../unchanged.js'
import { readByIds } from './find-products.js'
import { changesOf, countEdits, setFields, undoOf } from './product-edits.js'

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('./product-edits.js').Product} Product */
/** @typedef {import('./product-edits.js').Item} Item */
/** @typedef {import('./product-edits.js').Edits} Edits */
/** @typedef {import('./product-edits.js').Terms} Terms */

/**
 * Saves edits: all of them, or none.
 * @param {App} app
 * @param {Edits} edits
 * @param {(products: Product[]) => void} onChanged gets the products as they are now, also after the undo
 * @throws {import('../../../ui/request.js').Problem} with pointers into `changesOf(edits)`
 */
export async function saveEdits(app, edits, onChanged) {
  const { api } = app
  const changes = changesOf(edits, app.state.language)
  const ids = changes.map(({ id }) => id)
  const before = await readByIds(api.get, ids)
  const { meta } = await api.write('PATCH', '/products', changes)
  // The write is done, whether or not it can be read.
  const after = await readByIds(api.get, ids).catch(() => [])
  onChanged(after)
  const t = app.texts()
  if (meta.updated === 0) return app.notify({ kind: 'good', text: t.products.unchanged })
  const run = async () => {
    if (after.length > 0) requireUnchanged(setFields(changes, await readByIds(api.get, ids)), setFields(changes, after))
    await api.write('PATCH', '/products', undoOf(changes, before))
    onChanged(await readByIds(api.get, ids))
    app.notify({ kind: 'good', text: app.texts().products.undone })
  }
  app.notify({ kind: 'good', text: savedText(app, { edits, before, after }), undo: { label: t.undo, run } })
}

/** What was saved: of one row its values, otherwise how many rows. @param {App} app @param {{ edits: Edits, before: Product[], after: Product[] }} saved */
function savedText(app, { edits, before, after }) {
  const t = app.texts().products
  if (countEdits(edits) > 1) return t.saved(String(countEdits(edits)))
  const variantId = Number(Object.keys(Object.values(edits)[0] ?? {})[0] ?? 0)
  const [old, now] = [itemOf(before[0], variantId), itemOf(after[0], variantId)]
  if (!old || !now) return t.saved('1')
  const name = variantId === 0 ? [now.name] : [before[0]?.name ?? '', now.name]
  return t.savedOne(name.map(each => shortText(each)).join(', '), differencesOf(app, old, now).join(', '))
}

/** @param {Product | undefined} product @param {number} variantId @returns {Item | undefined} */
function itemOf(product, variantId) {
  return variantId === 0 ? product : product?.variants.find(({ id }) => id === variantId)
}

/** @param {App} app @param {Item} old @param {Item} now */
function differencesOf(app, old, now) {
  const { locale, products, yes, no } = app.texts()
  const { fields, becomes, ofProduct } = products
  const money = (/** @type {string | null} */ amount) =>
    amount === null ? ofProduct : amountText(amount, app.session().shop, locale)
  const number = (/** @type {number} */ value) => numberText(value, locale)
  const word = (/** @type {boolean | null} */ value) => (value === null ? ofProduct : value ? yes : no)
  return [
    old.price !== now.price && `${fields.price} ${becomes(money(old.price), money(now.price))}`,
    old.stock !== now.stock && `${fields.stock} ${becomes(number(old.stock), number(now.stock))}`,
    old.onSale !== now.onSale && (now.onSale ? fields.on : fields.off),
    JSON.stringify(old.tierPrices) !== JSON.stringify(now.tierPrices) && fields.tierPrices,
    isChanged(old, now) && fields.terms,
    old.backorder !== now.backorder && `${fields.backorder} ${becomes(word(old.backorder), word(now.backorder))}`,
  ].filter(each => each !== false)
}

/** Whether brand, categories or tags of a product have changed. @param {Item & Partial<Terms>} old @param {Item & Partial<Terms>} now */
function isChanged(old, now) {
  const termsOf = (/** @type {Partial<Terms>} */ { brand, categories, tags }) =>
    JSON.stringify([brand, categories, tags])
  return termsOf(old) !== termsOf(now)
}
