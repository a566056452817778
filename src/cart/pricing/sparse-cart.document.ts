/** The document of a cart of which a request selects fields: only what is shown is computed. */

import { type CartDocument, presentLines, presentMeta, shownLinesOf } from './cart.document.ts'
import type { CouponMeta } from './cart-answer.document.ts'
import { cartFields } from './cart-fields.ts'
import type { CartSelection } from './cart-selection.ts'
import { present, type Shown } from './fields.ts'
import type { PricedCart } from './price-cart.ts'

/** A line with the selected attributes. */
type SparseItem = Pick<CartDocument['included'][number], 'type' | 'id'> & { attributes: object }

/** A cart with the selected fields. */
export interface SparseCart {
  data: { type: 'carts'; id: 'me'; attributes: object; relationships?: object; meta?: object }
  included: readonly (SparseItem | CartDocument['included'][number])[]
}

/** Converts a priced cart into the document with the selected fields. @param coupon the chosen coupon, where it does not apply */
export function presentSparseCart(
  cart: PricedCart,
  selection: CartSelection,
  shown: Shown,
  coupon?: CouponMeta,
): SparseCart {
  return {
    data: presentSparseData(cart, selection, shown, coupon),
    included: presentSelectedLines(cart, selection, shown) ?? presentLines(cart, shown),
  }
}

/** Converts what a priced cart has besides its lines. Of `meta`, a cart with selected fields keeps the coupon that does not apply. */
export function presentSparseData(
  cart: PricedCart,
  { cart: selected }: CartSelection,
  shown: Shown,
  coupon?: CouponMeta,
): SparseCart['data'] {
  const meta = { ...(!selected && presentMeta(cart, shown)), ...(coupon && { coupon }) }
  return {
    type: 'carts',
    id: 'me',
    attributes: present(selected?.attributes ?? cartFields, cart, shown),
    ...((!selected || selected.hasItems) && {
      relationships: { items: { data: cart.lines.map(({ id }) => ({ type: 'cart-items', id })) } },
    }),
    ...(Object.keys(meta).length > 0 && { meta }),
  }
}

/** Converts the lines with their selected attributes; undefined where whole lines are shown. */
export function presentSelectedLines(
  cart: PricedCart,
  { lines }: CartSelection,
  shown: Shown,
): SparseItem[] | undefined {
  if (!lines) return undefined
  if (Object.keys(lines).length === 0) return []
  return shownLinesOf(cart).map(each => ({
    type: 'cart-items',
    id: each.line.id,
    attributes: present(lines, each, shown),
  }))
}
