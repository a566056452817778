/** The items of a cart that nobody may buy, as a refused hold names them, and what the shopper does about each. */

import { html, nameOf } from './html.js'

/** @typedef {import('./html.js').Cart} Cart */
/** @typedef {import('./texts.js').Texts} Texts */
/** An item that nobody may buy; reasons may be added. @typedef {{ itemId: string, reason: string }} UnavailableItem */

/** Items that the address of a page names; it must not become longer than proxies take. */
const MAX_ITEMS = 20

/** Reads the items of an error of Sepet, and leaves out what is none. @param {{ meta?: { items?: unknown } } | undefined} error @returns {UnavailableItem[]} */
export function unavailableItemsOf(error) {
  const items = error?.meta?.items
  return Array.isArray(items)
    ? items.filter(each => readUnavailable([`${each?.itemId}:${each?.reason}`]).length > 0)
    : []
}

/** Writes items for the address of a page, such as `0d3c7a52-9f0e-4f5e-8f0c-1b6f3a1d2c4e:withdrawn`. @param {UnavailableItem[]} items */
export const writeUnavailable = items => items.slice(0, MAX_ITEMS).map(({ itemId, reason }) => `${itemId}:${reason}`)

/** Reads the items of an address, and leaves out other texts. @param {string[]} texts @returns {UnavailableItem[]} */
export function readUnavailable(texts) {
  return texts.slice(0, MAX_ITEMS).flatMap(text => {
    const [, itemId, reason] = /^([0-9a-f-]{36}):([a-z_]{1,30})$/.exec(text) ?? []
    return itemId === undefined || reason === undefined ? [] : { itemId, reason }
  })
}

/** Renders a sentence per item that is still in the cart. @param {UnavailableItem[]} items @param {Cart} cart @param {Texts} t */
export function renderUnavailable(items, cart, t) {
  const sentences = items.flatMap(({ itemId, reason }) => {
    const line = cart.included.find(({ id }) => id === itemId)
    if (!line) return []
    const advice = reason === 'variant_required' ? t.variantRequired : t.withdrawn
    return html`<li><strong dir="auto">${nameOf(line)}</strong>: ${advice}</li>`
  })
  return sentences.length > 0 ? html`<ul>${sentences}</ul>` : []
}
