/** Carts of which a read selects fields: what it asks for, and what it returns. */

import type { CartItem, UnappliedCoupon } from './cart-document.ts'
import type { Schemas } from './responses.ts'

type CartAttributes = Schemas['Cart']['data']['attributes']
type ItemAttributes = Schemas['CartItem']['attributes']

/** The fields of a cart that a read can select. */
export type CartField = keyof CartAttributes
/** The fields of an item that a read can select. */
export type ItemField = keyof ItemAttributes

/** The fields that a read selects; those of a part that is left out are all selected. */
export interface FieldSelection {
  /** The fields of the cart. */
  cart?: readonly CartField[]
  /** The fields of the items; none for a cart whose `items` are empty. */
  items?: readonly ItemField[]
}

/** A cart with the selected fields. It has no `etag`: a write compares the tag of the whole cart. */
export type SelectedCart<F extends FieldSelection> = (F['cart'] extends readonly (infer N extends CartField)[]
  ? Pick<CartAttributes, N>
  : CartAttributes) & {
  /** The items in the order in which they were first added. */
  items: F['items'] extends readonly (infer N extends ItemField)[]
    ? (Pick<ItemAttributes, N> & { id: string })[]
    : CartItem[]
  /** Why the chosen coupon does not apply. */
  unappliedCoupon?: UnappliedCoupon
}

/**
 * Returns the query of a read with selected fields.
 *
 * @param selection The selected fields.
 * @returns The parameters; one selection has one query, in whatever order its fields are named.
 * @example
 *
 * ```ts
 * import { queryOf } from "./selected-cart.ts"
 *
 * console.log(queryOf({ cart: ['totalQuantity'], items: [] }))
 * ```
 */
export function queryOf({ cart, items }: FieldSelection): { 'fields[carts]'?: string; 'fields[cart-items]'?: string } {
  return {
    ...(cart && { 'fields[carts]': listOf(cart) }),
    ...(items && { 'fields[cart-items]': listOf(items) }),
  }
}

function listOf(names: readonly string[]): string {
  return [...new Set(names)].sort().join(',')
}

/** A document of which the fields that were not selected are absent. */
interface SelectedDocument {
  data: { attributes: object; meta?: { coupon?: UnappliedCoupon } }
  included: { id: string; attributes: object; meta?: object }[]
}

/**
 * Converts a JSON:API document with selected fields.
 *
 * @param document The document.
 * @returns The cart, its items in the order of the document.
 * @throws TypeError If the document is none of a cart.
 * @example
 *
 * ```ts
 * import { toSelectedCart } from "./selected-cart.ts"
 *
 * console.log(toSelectedCart({ data: { attributes: { totalQuantity: 3 } }, included: [] }))
 * ```
 */
export function toSelectedCart({ data, included }: SelectedDocument): object {
  const coupon = data.meta?.coupon
  if (typeof data.attributes !== 'object') throw new TypeError('The document has no cart.')
  return {
    ...data.attributes,
    ...(coupon && { unappliedCoupon: coupon }),
    items: included.map(({ id, attributes, meta }) => ({ id, ...attributes, ...meta })),
  }
}
