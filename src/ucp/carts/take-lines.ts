/** Decides which lines of a request an agent's cart takes, one by one; what cannot be taken is left out with an error. */

import type { CartLine } from '../../cart/cart.ts'
import { type ItemKey, itemKeyOf } from '../../catalog/stock/item-key.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { explainUnavailable, type UnavailableCode } from './explain-unavailable.ts'

/** Largest quantity of a line. */
const MAX_QUANTITY = 99_999

/** A line of a request. */
export interface RequestedLine {
  /** As it was sent. */
  itemId: string
  /** What the item id names; undefined where it names nothing. */
  key: ItemKey | undefined
  quantity: number
  /** Whether the quantity counts pieces. */
  isInPieces: boolean
}

/** Why a line of a request is not taken. */
export type LineRefusal =
  | 'quantity_invalid_minimum_not_met'
  | 'quantity_unit_mismatch'
  | 'quantity_invalid_limit_exceeded'
  | UnavailableCode

/** A line that is not taken. */
export interface RefusedLine {
  code: LineRefusal
  /** JSONPath of the place in the request. */
  path: string
  /** As it was sent. */
  itemId: string
}

/** The lines that a cart takes, in the order in which they were first taken, and those that it does not. */
export interface TakenLines {
  lines: CartLine[]
  refused: RefusedLine[]
}

/** What lines are taken by. */
export interface TakingRules {
  settings: ShopSettings
  /** Maximum number of lines of a cart. */
  maxLines: number
}

/**
 * Takes the lines of a request. The same item twice is one line with the sum.
 * @param candidates the items of the lines that exist, by `itemKeyOf`; their quantities are replaced
 */
export function takeLines(
  requested: readonly RequestedLine[],
  candidates: ReadonlyMap<string, CartLine>,
  rules: TakingRules,
): TakenLines {
  const taken = new Map<string, CartLine>()
  const refused: RefusedLine[] = []
  for (const [index, { itemId, key, quantity, isInPieces }] of requested.entries()) {
    const name = key ? itemKeyOf(key) : ''
    const candidate = candidates.get(name)
    const sum = (taken.get(name)?.quantity ?? 0) + quantity
    const refusal = explainRefused(
      { quantity, isInPieces, sum, candidate, isFurther: !taken.has(name) && taken.size >= rules.maxLines },
      rules.settings,
    )
    if (refusal) refused.push({ code: refusal.code, path: `$.line_items[${index}]${refusal.member}`, itemId })
    else if (candidate) taken.set(name, { ...candidate, quantity: sum })
  }
  return { lines: [...taken.values()], refused }
}

interface Attempt {
  quantity: number
  isInPieces: boolean
  /** The quantity with that of the item's earlier lines. */
  sum: number
  candidate: CartLine | undefined
  /** Whether it would be a further line in a full cart. */
  isFurther: boolean
}

/** @returns the first reason that holds, with the member of the line that it is about */
function explainRefused(
  { quantity, isInPieces, sum, candidate, isFurther }: Attempt,
  settings: ShopSettings,
): { code: LineRefusal; member: string } | undefined {
  if (quantity < 1) return { code: 'quantity_invalid_minimum_not_met', member: '.quantity' }
  if (!isInPieces) return { code: 'quantity_unit_mismatch', member: '.item.quantity_unit' }
  if (sum > MAX_QUANTITY) return { code: 'quantity_invalid_limit_exceeded', member: '.quantity' }
  const unavailable = candidate ? explainUnavailable(candidate, settings) : 'item_unavailable'
  if (unavailable) return { code: unavailable, member: '.item.id' }
  return isFurther ? { code: 'quantity_invalid_limit_exceeded', member: '' } : undefined
}
