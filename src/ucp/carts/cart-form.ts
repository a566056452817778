/** Form of the bodies that create and update an agent's cart. Other members are ignored, such as those of an earlier answer. */

import Type, { type Static } from 'typebox'
import { nonEmptyText } from '../../schema/fields.ts'
import { readForm } from '../form.ts'
import type { Platform } from '../operation.ts'
import { UcpRefusal } from '../refusals.ts'
import { CAPABILITIES, VERSION_RULES } from '../versions.ts'
import { isInPieces, QuantityUnit } from './quantity-unit.ts'

const MAX_CODES = 10

const itemId = nonEmptyText(255)
const ofItem = { description: 'an object with the member id' }
const quantity = Type.Integer({ description: 'an integer' })
const ofLine = { description: 'an object with the members item and quantity' }
const ofLines = { description: 'an array of lines' }

const Lines = Type.Object({
  line_items: Type.Array(Type.Object({ item: Type.Object({ id: itemId }, ofItem), quantity }, ofLine), ofLines),
})
const UnitItem = Type.Object({ id: itemId, quantity_unit: Type.Optional(QuantityUnit) }, ofItem)
const LinesWithUnits = Type.Object({
  line_items: Type.Array(Type.Object({ item: UnitItem, quantity }, ofLine), ofLines),
})

/** Members that nothing is read of. */
const unread = Type.Optional(Type.Object({}, { description: 'an object' }))
const Unread = Type.Object({ buyer: unread, context: unread, signals: unread, attribution: unread })

const Id = Type.Object({ id: Type.Optional(Type.String({ description: 'the id of the cart' })) })

const Codes = Type.Object({
  discounts: Type.Optional(
    Type.Object(
      {
        codes: Type.Optional(
          Type.Array(nonEmptyText(100), { maxItems: MAX_CODES, description: `an array of at most ${MAX_CODES} codes` }),
        ),
      },
      { description: 'an object' },
    ),
  ),
})

/** A line of a body. */
export interface SentLine {
  itemId: string
  quantity: number
  /** Whether the quantity counts pieces: it does where the body does not say in which unit it is. */
  isInPieces: boolean
}

/** What a body asks for. */
export interface CartForm {
  lines: SentLine[]
  codes: string[]
}

/** Reads the body of a create. A platform without discounts sends no codes. @throws UcpRefusal `invalid_request` */
export function readCreate(body: unknown, platform: Platform): CartForm {
  const lines = readLines(body, platform)
  readForm(Unread, body)
  return { lines, codes: readCodes(body, platform) }
}

/** Reads the body of an update. @param cartId the id that the body's, where it has one, must equal @throws UcpRefusal `invalid_request` */
export function readUpdate(body: unknown, platform: Platform, cartId: string): CartForm {
  const form = readCreate(body, platform)
  const { id } = readForm(Id, body)
  if (id === undefined || id === cartId) return form
  throw new UcpRefusal('invalid_request', '$.id must be the id of the cart that the request names.')
}

function readLines(body: unknown, { version }: Platform): SentLine[] {
  const read = VERSION_RULES[version].hasQuantityUnits ? readForm(LinesWithUnits, body) : readForm(Lines, body)
  return read.line_items.map(toLine)
}

function toLine({ item, quantity }: Static<typeof LinesWithUnits>['line_items'][number]): SentLine {
  return { itemId: item.id, quantity, isInPieces: isInPieces(item.quantity_unit) }
}

function readCodes(body: unknown, { capabilities }: Platform): string[] {
  if (!capabilities.has(CAPABILITIES.discount)) return []
  return readForm(Codes, body).discounts?.codes ?? []
}
