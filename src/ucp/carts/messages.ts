/** Messages of answers about agents' carts: errors about lines of a request, and warnings about what a cart has. */

import type { PricedCart, PricedLine } from '../../cart/pricing/price-cart.ts'
import { decimal } from '../../money/money.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { explainUnavailable } from './explain-unavailable.ts'
import type { CodeRefusal } from './judge-codes.ts'
import type { LineRefusal, RefusedLine } from './take-lines.ts'

/** An error or a warning. */
export type Message =
  | { type: 'error'; code: string; content: string; severity: 'recoverable' | 'unrecoverable'; path?: string }
  | { type: 'warning'; code: string; content: string; path: string }

type WarningCode = 'insufficient_stock' | 'minimum_order_not_met' | CodeRefusal

const contents: Record<LineRefusal | WarningCode, string> = {
  quantity_invalid_minimum_not_met: 'The quantity must be 1 or more.',
  quantity_invalid_limit_exceeded:
    'The cart takes no more: a line has at most 99999 pieces, and the number of lines is limited.',
  quantity_unit_mismatch:
    'The item {item} is sold by the piece: send the number of pieces, with the unit C62 or without quantity_unit.',
  item_unavailable: 'The item is not on sale.',
  out_of_stock: 'The item is out of stock.',
  insufficient_stock: 'Less than the quantity is in stock.',
  minimum_order_not_met: 'The cart is below the minimum order amount.',
  discount_code_already_applied: 'The code is the same as an earlier one.',
  discount_code_expired: 'The code has expired.',
  discount_code_user_not_logged_in: 'The code is for customers who have logged in.',
  discount_code_user_ineligible: 'The cart does not meet the conditions of the code.',
  discount_code_invalid: 'The code is not valid.',
  discount_code_combination_disallowed: 'The code cannot be combined with the one that applies.',
}

/** The error of an id that cannot be taken, which may be that of a product with variants. */
const NO_ITEM = 'No item on sale has this id. For a product with variants, send the id of a variant.'

/** Returns the error of a line that was not taken. @param severity `unrecoverable` where no line was taken */
export function lineError({ code, path, itemId }: RefusedLine, severity: 'recoverable' | 'unrecoverable'): Message {
  const content = code === 'item_unavailable' ? NO_ITEM : contents[code].replace('{item}', () => itemId)
  return { type: 'error', code, path, content, severity }
}

/** The error of an id that names no living cart. */
export const cartNotFound: Message = {
  type: 'error',
  code: 'not_found',
  content: 'There is no such cart: it is unknown, cancelled or expired.',
  severity: 'unrecoverable',
}

/** Returns the warnings about the lines and the totals of a cart. Their paths are places in the answer. */
export function cartWarnings({ lines, base, totals }: PricedCart, settings: ShopSettings): Message[] {
  const ofLines = lines.flatMap((line, index) => lineWarning(line, `$.line_items[${index}]`, settings))
  const isBelowMinimum = totals?.minimumOrder && base.lt(totals.minimumOrder)
  return [...ofLines, ...(isBelowMinimum ? [warning('minimum_order_not_met', '$.totals')] : [])]
}

/** Returns the warnings about codes. @param refusals why each code does not count; null for the one that does */
export function codeWarnings(refusals: readonly (CodeRefusal | null)[]): Message[] {
  return refusals.flatMap((code, index) => (code ? [warning(code, `$.discounts.codes[${index}]`)] : []))
}

function lineWarning(line: PricedLine, path: string, settings: ShopSettings): Message[] {
  const unavailable = explainUnavailable(line, settings)
  if (unavailable) return [warning(unavailable, path)]
  const { available, stock, quantity, product, variant } = line
  const isSoldAtAnyStock = settings.sellAtNegativeStock || (variant ?? product).backorder
  const isShort = !isSoldAtAnyStock && (available ?? stock).lt(decimal(String(quantity)))
  return isShort ? [warning('insufficient_stock', `${path}.quantity`)] : []
}

function warning(code: keyof typeof contents, path: string): Message {
  return { type: 'warning', code, path, content: contents[code] }
}
