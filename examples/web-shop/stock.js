/** What is left of the items of a cart, and the items that a refused hold names: those of which too little is left, and those that nobody may buy. */

import { html, nameOf } from './html.js'
import { isCounted } from './texts.js'
import { numberText } from './ui.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./html.js').AnyCart['included'][number]} Line */
/** @typedef {import('./texts.js').Texts} Texts */

/** Items that the address of a page names; it must not become longer than proxies take. */
const MAX_ITEMS = 20
/** From this number on the shopper is told how many are left. */
export const FEW = 5
/** Items as an address has them: `short`, such as `108:37.5` or `102-10203:0` for a variant, and `out`, a line with its reason. */
const SHORT = /^(\d{1,15})(?:-(\d{1,15}))?:(-?\d{1,15}(?:\.\d{1,9})?)$/
const OUT = /^([0-9a-f-]{36}):([a-z_]{1,30})$/

/** Writes the items of an error of Sepet for the address of the next page, and leaves out what is none. @param {{ meta?: { items?: any } }} error @returns {[name: string, text: string][]} */
export function itemsOf(error) {
  const items = error.meta?.items
  if (!Array.isArray(items)) return []
  return items.slice(0, MAX_ITEMS).flatMap(item => {
    const { itemId, reason, productId, variantId, available } = item ?? {}
    const isNumbered = [productId, variantId ?? 0, available].every(Number.isFinite) && variantId !== undefined
    const short = `${productId}${variantId === null ? '' : `-${variantId}`}:${available}`
    if (isNumbered && SHORT.test(short)) return [['short', short]]
    return OUT.test(`${itemId}:${reason}`) ? [['out', `${itemId}:${reason}`]] : []
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
  if (line.meta?.backorder || available === undefined) return ''
  if (available < quantity) return t.onlyLeft(amountText(available, stockUnit, t))
  return available <= FEW ? t.lastOnes(numberText(available, t), stockUnit) : ''
}

/** Renders a sentence per item that is still in the cart: what is left of it. @param {string[]} texts of the address @param {Cart} cart @param {Texts} t */
export function renderShortItems(texts, cart, t) {
  return renderItems(texts, text => {
    const [, productId, variantId, available] = SHORT.exec(text) ?? []
    const line = cart.included.find(
      ({ attributes: each }) =>
        String(each.productId) === productId && String(each.variantId ?? '') === (variantId ?? ''),
    )
    if (!line) return undefined
    const { quantity, stockUnit } = line.attributes
    const left = Number(available)
    const isLeft = left > 0
    return [line, isLeft ? t.left(amountText(left, stockUnit, t), amountText(quantity, stockUnit, t)) : t.soldOut]
  })
}

/** Renders a sentence per item that is still in the cart: what to do about it. @param {string[]} texts of the address @param {Cart} cart @param {Texts} t */
export function renderUnavailable(texts, cart, t) {
  return renderItems(texts, text => {
    const [, itemId, reason] = OUT.exec(text) ?? []
    const line = cart.included.find(({ id }) => id === itemId)
    return line && [line, reason === 'variant_required' ? t.variantRequired : t.withdrawn]
  })
}

/** @param {string[]} texts @param {(text: string) => [line: Cart['included'][number], sentence: string] | undefined} read */
function renderItems(texts, read) {
  const items = texts.slice(0, MAX_ITEMS).flatMap(text => {
    const [line, sentence] = read(text) ?? []
    return line ? html`<li><strong dir="auto">${nameOf(line)}</strong>: ${sentence}</li>` : []
  })
  return items.length > 0 ? html`<ul>${items}</ul>` : []
}

/** The step of a quantity: the stock increment, or 1 where that is a fraction, since quantities are whole numbers. @param {{ stockUnit: string, stockIncrement: number }} item */
export const stepOf = ({ stockUnit, stockIncrement }) =>
  stockUnit !== '' && Number.isInteger(stockIncrement) ? stockIncrement : 1
/** The attributes of a field for a quantity. @param {string} name @param {number} step @param {unknown} value */
export const quantityField = (name, step, value) =>
  html`name="${name}" type="number" min="${step}" max="100000" step="${step}" inputmode="numeric" value="${value}" required`
/** Formats a quantity or a stock with its unit. @param {number} amount @param {string} unit @param {Texts} t */
export const amountText = (amount, unit, t) => `${numberText(amount, t)} ${t.unit(unit)}`.trimEnd()
/** Formats the quantity of a line: pieces where its unit is none. @param {{ quantity: number, stockUnit: string }} line @param {Texts} t */
export const quantityText = ({ quantity, stockUnit }, t) =>
  isCounted(stockUnit) ? t.pieces(quantity) : amountText(quantity, stockUnit, t)
