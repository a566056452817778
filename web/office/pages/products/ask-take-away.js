/** The question before a save takes something away from shoppers: products that go off sale, and prices by quantity. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'
import { ConfirmDialog } from '../../ui/confirm-dialog.js'

/** @typedef {import('./product-edits.js').Edits} Edits */

/** How many rows go off sale, and how many lose all their prices by quantity. @param {Edits} edits */
export function takenAway(edits) {
  const rows = Object.values(edits).flatMap(each => Object.values(each))
  const isEmpty = (/** @type {object} */ row) => Object.values(row).every(text => text.trim() === '')
  return {
    offSale: rows.filter(({ onSale }) => onSale === false).length,
    withoutTiers: rows.filter(({ tierPrices }) => tierPrices?.every(isEmpty)).length,
  }
}

/** The dialog. @param {{ app: import('../../app.js').App, edits: Edits, onConfirm: () => Promise<void>, onClose: () => void }} props */
export function AskTakeAway({ app, edits, onConfirm, onClose }) {
  const { asks: t, products, locale } = app.texts()
  const { offSale, withoutTiers } = takenAway(edits)
  return html`
    <${ConfirmDialog} app=${app} title=${t.productsTitle} action=${products.save} onConfirm=${onConfirm} onClose=${onClose}>
      ${offSale > 0 && html`<p>${t.offSale(numberText(offSale, locale))}</p>`}
      ${withoutTiers > 0 && html`<p>${t.withoutTiers(numberText(withoutTiers, locale))}</p>`}
      <p>${t.canUndo}</p>
    <//>`
}
