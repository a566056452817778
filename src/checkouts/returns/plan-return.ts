/** Decides what a return of a completed checkout returns, and what is refunded for it. */

import type { CartDocument } from '../../cart/pricing/cart.document.ts'
import { detailOf, Refusal, type Violation } from '../../errors.ts'
import { heldQuantities, isCondensed } from '../condensed-cart.ts'
import { type ItemsReturn, keyOfPieces, nameOfLine, type ReturnedLine, returnedPieces } from './items-return.ts'
import { type PaidLine, paidLines, refundOf } from './refund.ts'

/** A line of a request: named by the id of a line, or by its item where the cart was condensed. */
export interface AskedLine {
  itemId?: string | undefined
  productId?: number | undefined
  variantId?: number | null | undefined
  quantity: number
}

/** What a checkout holds. */
export interface HeldItems {
  cart: CartDocument
  quantities: string | null
}

/** A line that can be returned. */
interface HeldLine {
  itemId: string | null
  productId: number
  variantId: number | null
  quantity: number
  paid: PaidLine | undefined
}

/** Lines of all returns of a checkout together: what is read with it stays small. An order with more lines has room for each of them twice. */
const MAX_LINES = 1_000
const TIMES = 2

/**
 * Plans a return.
 * @param earlier the returns that were made before
 * @returns the lines in the order of the request
 * @throws Refusal 422 naming the lines that are of another form, unknown, named twice or too many pieces; 409 `returns_full`
 */
export function planReturn(
  held: HeldItems,
  earlier: readonly ItemsReturn[],
  asked: readonly AskedLine[],
): ReturnedLine[] {
  const lines = heldLines(held)
  requireForm(asked, isCondensed(held.cart))
  const found = asked.map(line => lines.get(nameOf(line)))
  const returned = returnedPieces(earlier, nameOfLine)
  refuse(asked.flatMap((line, index) => violationsOf({ asked, line, index, held: found[index], returned })))
  requireRoom(earlier, { asked: asked.length, held: lines.size })
  return asked.flatMap(({ quantity }, index) => {
    const line = found[index]
    return line ? [toReturned(line, { quantity, before: returned.get(nameOfLine(line)) ?? 0 })] : []
  })
}

/** The lines of a checkout by the names that requests give them. */
function heldLines({ cart, quantities }: HeldItems): Map<string, HeldLine> {
  if (isCondensed(cart)) {
    const lines = heldQuantities({ cart, quantities }).map(each => ({ itemId: null, ...each, paid: undefined }))
    return new Map(lines.map(line => [keyOfPieces(line), line]))
  }
  const paid = paidLines(cart)
  const lines = cart.included.map(({ id, attributes: { productId, variantId, quantity } }) => ({
    ...{ itemId: id, productId, variantId, quantity },
    paid: paid.get(id),
  }))
  return new Map(lines.map(line => [line.itemId, line]))
}

function nameOf({ itemId, productId = 0, variantId = null }: AskedLine): string {
  return itemId ?? keyOfPieces({ productId, variantId })
}

/** The member that names a line. */
function namingMember({ itemId }: AskedLine): 'itemId' | 'productId' {
  return itemId === undefined ? 'productId' : 'itemId'
}

function requireForm(asked: readonly AskedLine[], isByItem: boolean): void {
  const [name, others] = isByItem
    ? (['productId', ['itemId']] as const)
    : (['itemId', ['productId', 'variantId']] as const)
  const why = isByItem ? 'the cart of this checkout is not kept' : 'the checkout has its cart'
  const by = isByItem ? 'productId and variantId' : 'itemId'
  refuse(
    asked.flatMap((line, index): Violation[] => {
      const missing = line[name] === undefined
      const detail = `lines/${index}/${name} is required: ${why}, so that lines are named by ${by}.`
      if (missing) return [{ code: 'field_required', pointer: `/lines/${index}/${name}`, detail }]
      return others
        .filter(other => line[other] !== undefined && line[other] !== null)
        .map(other => ({
          code: 'field_invalid',
          pointer: `/lines/${index}/${other}`,
          detail: `lines/${index}/${other} must be left out: ${why}, so that lines are named by ${by}.`,
        }))
    }),
  )
}

interface Judged {
  asked: readonly AskedLine[]
  line: AskedLine
  index: number
  held: HeldLine | undefined
  returned: ReadonlyMap<string, number>
}

function violationsOf({ asked, line, index, held, returned }: Judged): Violation[] {
  const pointer = `/lines/${index}/${namingMember(line)}`
  if (!held) return [{ code: 'item_unknown', pointer, detail: detailOf('item_unknown') }]
  if (asked.findIndex(each => nameOf(each) === nameOf(line)) < index) {
    const detail = `${pointer.slice(1)} must be of a line that is not named before: return its pieces in one line.`
    return [{ code: 'field_invalid', pointer, detail }]
  }
  const before = returned.get(nameOfLine(held)) ?? 0
  if (line.quantity <= held.quantity - before) return []
  const detail = `The checkout holds ${held.quantity} of this item, of which ${before} were returned.`
  return [{ code: 'return_exceeds', pointer: `/lines/${index}/quantity`, detail }]
}

/** Violations of one response. */
const MAX_VIOLATIONS = 20

function refuse(violations: Violation[]): void {
  if (violations.length > 0) throw new Refusal(violations.slice(0, MAX_VIOLATIONS))
}

function requireRoom(earlier: readonly ItemsReturn[], { asked, held }: { asked: number; held: number }): void {
  const stored = earlier.reduce((sum, { lines }) => sum + lines.length, 0)
  if (stored + asked <= Math.max(MAX_LINES, TIMES * held)) return
  throw new Refusal({ code: 'returns_full', detail: detailOf('returns_full') })
}

function toReturned(
  { itemId, productId, variantId, quantity: held, paid }: HeldLine,
  { quantity, before }: { quantity: number; before: number },
): ReturnedLine {
  const unknown = { refund: null, net: null, vat: null }
  const amounts = paid ? refundOf(paid, { held, before, returned: quantity }) : unknown
  return { itemId, productId, variantId, quantity, ...amounts }
}
