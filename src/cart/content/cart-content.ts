/** What a cart is to contain: the body of PUT /carts/:subject, and the reasons why it cannot. */

import Type, { type Static } from 'typebox'
import type { Violation } from '../../errors.ts'
import { Id, nullable } from '../../schema/fields.ts'
import type { ShopSettings } from '../../shop/shop.ts'
import { explainLongNotes, explainRefusedItem, type ItemFacts, type NewItem, type Notes } from '../cart.ts'
import { CouponCode } from '../choices/coupon-code.schema.ts'
import { Quantity } from '../lines/quantity.schema.ts'
import { SetNotes } from '../lines/save-notes.ts'

const ContentLine = Type.Object(
  {
    productId: Id(),
    variantId: Type.Optional(nullable(Id())),
    quantity: Quantity,
    ...SetNotes.properties,
  },
  { title: 'CartContentLine', description: 'a JSON object' },
)

/** The body. */
export const CartContent = Type.Object(
  {
    lines: Type.Array(ContentLine, { description: 'a list of lines' }),
    couponCode: Type.Optional(nullable(CouponCode)),
  },
  { title: 'CartContent', description: 'a JSON object' },
)

/** A line that a cart is to have. Notes that are left out stay as they are. */
export type ContentLine = NewItem & Notes

/** Returns the lines of a body; an empty note clears the note. */
export function linesOf({ lines }: Static<typeof CartContent>): ContentLine[] {
  return lines.map(({ productId, variantId = null, quantity, orderNote, giftNote, giftPackage }) => ({
    ...{ productId, variantId, quantity },
    ...(orderNote !== undefined && { orderNote: orderNote || null }),
    ...(giftNote !== undefined && { giftNote: giftNote || null }),
    ...(giftPackage !== undefined && { giftPackage }),
  }))
}

/** Returns what is wrong with lines whatever the shop sells: their number, their notes, and items that come twice. */
export function explainLines(lines: readonly ContentLine[], maxLines: number, settings: ShopSettings): Violation[] {
  if (lines.length > maxLines) {
    return [{ code: 'cart_full', pointer: '/lines', detail: `A cart holds at most ${maxLines} lines.` }]
  }
  const places = new Map<string, number>()
  return lines.flatMap((line, index) => {
    const key = `${line.productId} ${line.variantId}`
    const first = places.get(key) ?? index
    places.set(key, first)
    return [...explainRepeated(index, first), ...at(index, explainLongNotes(line, settings))]
  })
}

function explainRepeated(index: number, first: number): Violation[] {
  if (first === index) return []
  const detail = `lines/${index}/productId is repeated: lines/${first} has the same item.`
  return [{ code: 'field_invalid', pointer: `/lines/${index}/productId`, detail }]
}

/** What decides whether an item may be in a cart. */
export type SoldFacts = Pick<ItemFacts, 'productOnSale' | 'hasVariants' | 'variantOnSale'>

/** Returns why items cannot be bought. @param facts of the lines, in their order */
export function explainUnsold(lines: readonly ContentLine[], facts: readonly SoldFacts[]): Violation[] {
  const empty = { quantity: 0, lines: 0, customerStatus: null, mergedInto: null } as const
  return lines.flatMap((line, index) => {
    const found = facts[index]
    return found ? at(index, explainRefusedItem(line, { ...empty, ...found }, Number.POSITIVE_INFINITY)) : []
  })
}

function at(index: number, violations: readonly Violation[]): Violation[] {
  return violations.map(each => ({ ...each, pointer: `/lines/${index}${each.pointer ?? ''}` }))
}

/** The refusal of an owner who may have no cart now. */
export const inactiveSubject: Violation = {
  code: 'customer_not_eligible',
  detail: 'The subject must be an active customer, or a guest who has not logged in.',
}
