/** What is left of the items of a cart: marks of its lines, and the items of which a refused hold found too little. */

import { html, nameOf } from './html.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./html.js').AnyCart['included'][number]} Line */
/** @typedef {import('./texts.js').Texts} Texts */
/** An item of which less is left than the cart has. @typedef {{ productId: number, variantId: number | null, available: number }} ShortItem */

/** Items that the address of a page names; it must not become longer than proxies take. */
const MAX_ITEMS = 20

/** Reads the short items of an error of Sepet, and leaves out what is none. @param {{ meta?: { items?: unknown } } | undefined} error @returns {ShortItem[]} */
export function shortItemsOf(error) {
  const items = error?.meta?.items
  return Array.isArray(items) ? items.filter(isShortItem) : []
}

/** @param {any} item @returns {item is ShortItem} */
function isShortItem(item) {
  const isVariant = item?.variantId === null || Number.isSafeInteger(item?.variantId)
  return Number.isSafeInteger(item?.productId) && isVariant && Number.isFinite(item?.available)
}

/** Writes items for the address of a page, such as `108:37.5`, or `102-10203:0` for a variant. @param {ShortItem[]} items */
export const writeItems = items =>
  items
    .slice(0, MAX_ITEMS)
    .map(
      ({ productId, variantId, available }) => `${productId}${variantId === null ? '' : `-${variantId}`}:${available}`,
    )

/** Reads the items of an address, and leaves out other texts. @param {string[]} texts @returns {ShortItem[]} */
export function readItems(texts) {
  return texts.slice(0, MAX_ITEMS).flatMap(text => {
    const [, productId, variantId, available] =
      /^(\d{1,15})(?:-(\d{1,15}))?:(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(text) ?? []
    if (productId === undefined) return []
    return {
      productId: Number(productId),
      variantId: variantId === undefined ? null : Number(variantId),
      available: Number(available),
    }
  })
}

/** Whether nothing is left of a line for this cart, and its item is not sold at any stock. Without the shop's stock guard nobody knows. @param {Line} line */
export const isSoldOut = ({ meta }) => !meta?.backorder && meta?.available !== undefined && meta.available <= 0

/** The mark of a line that cannot be ordered, or not with its quantity; empty without one. @param {Line} line @param {Texts} t */
export function markOf(line, t) {
  const { availableForSale, quantity, stockUnit } = line.attributes
  const available = line.meta?.available
  if (isSoldOut(line)) return t.soldOut
  if (!availableForSale) return t.notForSale
  if (line.meta?.backorder) return ''
  return available !== undefined && available < quantity ? t.onlyLeft(amountText(available, stockUnit, t)) : ''
}

/** Renders a sentence per item that is in the cart, with what is left of it. Another item may have left the cart meanwhile. @param {ShortItem[]} items @param {Cart} cart @param {Texts} t */
export function renderShortItems(items, cart, t) {
  const sentences = items.flatMap(({ productId, variantId, available }) => {
    const line = cart.included.find(
      ({ attributes: each }) => each.productId === productId && each.variantId === variantId,
    )
    if (!line) return []
    const { quantity, stockUnit } = line.attributes
    const left =
      available > 0 ? t.left(amountText(available, stockUnit, t), amountText(quantity, stockUnit, t)) : t.soldOut
    return html`<li><strong dir="auto">${nameOf(line)}</strong>: ${left}</li>`
  })
  return sentences.length > 0 ? html`<ul>${sentences}</ul>` : []
}

/** Formats a quantity or a stock with its unit. @param {number} amount @param {string} unit @param {Texts} t */
export function amountText(amount, unit, t) {
  const number = new Intl.NumberFormat(t.language, { maximumFractionDigits: 20 }).format(amount)
  return `${number} ${t.unit(unit)}`.trimEnd()
}
