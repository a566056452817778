/** What a line says about its stock: that nothing is left of it, or only little. */

import { numberText } from '../../../ui/format/money.js'
import { html } from '../../../ui/html.js'

/** Below this number of pieces, or of its unit, an item is about to sell out. */
const FEW = 5

/** @typedef {import('../../state.js').Line} Line */
/** @typedef {import('../../texts/texts.js').Texts} Texts */

/** The tag of a line; nothing while there is enough of its item. @param {{ texts: Texts, line: Line }} props */
export function LineStock({ texts, line }) {
  const text = stockText(line, texts)
  return text && html`<p class="tag">${text}</p>`
}

/**
 * While the shop reserves stock, `available` is what other carts have left of the item; otherwise its stock is all that is known. Of an item
 * with backorder no quantity is too large.
 * @param {Line} line
 * @param {Texts} t
 */
function stockText({ attributes: { availableForSale, stock, quantity, stockUnit }, meta }, t) {
  const available = meta?.available
  if (meta?.backorder) return availableForSale ? null : t.unavailable
  if (available !== undefined && available <= 0) return t.soldOut
  if (!availableForSale) return t.unavailable
  if (available === undefined) {
    return stock > 0 && stock < quantity ? t.onlyLeft(numberText(stock, t.locale), stockUnit) : null
  }
  const isScarce = available < FEW || available < quantity
  return isScarce ? t.lastOnes(numberText(available, t.locale), stockUnit) : null
}
