/** The fields of a cart that a request selects (JSON:API 1.1, "Sparse Fieldsets"). Their names are those of the tables of fields. */

import { cartFields } from './cart-fields.ts'
import type { Fields } from './fields.ts'
import { lineAttributes, type ShownLine } from './line-fields.ts'
import type { PricedCart } from './price-cart.ts'

/** The relationship of a cart to its lines: a field, as attributes are (JSON:API 1.1, "Fields"). */
const ITEMS = 'items'

/** The names of the fields of a cart that can be selected, in the order of answers. */
export const CART_FIELD_NAMES: readonly string[] = [...Object.keys(cartFields), ITEMS]
/** The names of the fields of a line that can be selected, in the order of answers. */
export const LINE_FIELD_NAMES: readonly string[] = Object.keys(lineAttributes)

/** What a request selects of a cart. A part that is undefined is shown whole. */
export interface CartSelection {
  /** Equal for requests that select the same, and for no others: tags of answers depend on it. */
  key: string
  cart: { attributes: Fields<PricedCart>; hasItems: boolean } | undefined
  /** The attributes of lines; without any, no lines are shown. */
  lines: Fields<ShownLine> | undefined
}

/**
 * Returns the selection of fields by their names.
 * @param cartNames names of `CART_FIELD_NAMES`; undefined for all
 * @param lineNames names of `LINE_FIELD_NAMES`; undefined for all
 */
export function selectFields(
  cartNames: ReadonlySet<string> | undefined,
  lineNames: ReadonlySet<string> | undefined,
): CartSelection {
  return {
    key: `carts=${keyOf(cartNames, CART_FIELD_NAMES)};cart-items=${keyOf(lineNames, LINE_FIELD_NAMES)}`,
    cart: cartNames && { attributes: pick<PricedCart>(cartFields, cartNames), hasItems: cartNames.has(ITEMS) },
    lines: lineNames && pick<ShownLine>(lineAttributes, lineNames),
  }
}

/** Names in the order of answers, so that their order in the request does not matter. */
function keyOf(names: ReadonlySet<string> | undefined, all: readonly string[]): string {
  return names ? all.filter(name => names.has(name)).join(',') : '*'
}

function pick<Source>(fields: Fields<Source>, names: ReadonlySet<string>): Fields<Source> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.has(name)))
}
