/** Form of the bodies that create and update an agent's cart. Other members are ignored, such as those of an earlier answer. */

import Type, { type Static } from 'typebox'
import { nonEmptyText } from '../../schema/fields.ts'
import { readForm } from '../form.ts'
import { CAPABILITIES, type Platform } from '../operation.ts'
import { UcpRefusal } from '../refusals.ts'

const MAX_CODES = 10

const unread = Type.Optional(Type.Object({}, { description: 'an object' }))

const cart = {
  line_items: Type.Array(
    Type.Object(
      {
        item: Type.Object({ id: nonEmptyText(255) }, { description: 'an object with the member id' }),
        quantity: Type.Integer({ description: 'an integer' }),
      },
      { description: 'an object with the members item and quantity' },
    ),
    { description: 'an array of lines' },
  ),
  buyer: unread,
  context: unread,
  signals: unread,
  attribution: unread,
  id: Type.Optional(Type.String({ description: 'the id of the cart' })),
}

const discounts = Type.Optional(
  Type.Object(
    {
      codes: Type.Optional(
        Type.Array(nonEmptyText(100), { maxItems: MAX_CODES, description: `an array of at most ${MAX_CODES} codes` }),
      ),
    },
    { description: 'an object' },
  ),
)

const { id: _id, ...withoutId } = cart
const forms = {
  create: Type.Object(withoutId),
  createWithCodes: Type.Object({ ...withoutId, discounts }),
  update: Type.Object(cart),
  updateWithCodes: Type.Object({ ...cart, discounts }),
}

/** What a body asks for. */
export interface CartForm {
  lines: { itemId: string; quantity: number }[]
  codes: string[]
}

/** Reads the body of a create. A platform without discounts sends no codes. @throws UcpRefusal `invalid_request` */
export function readCreate(body: unknown, platform: Platform): CartForm {
  return hasDiscounts(platform) ? toForm(readForm(forms.createWithCodes, body)) : toForm(readForm(forms.create, body))
}

/** Reads the body of an update. @param cartId the id that the body's, where it has one, must equal @throws UcpRefusal `invalid_request` */
export function readUpdate(body: unknown, platform: Platform, cartId: string): CartForm {
  const form = hasDiscounts(platform) ? readForm(forms.updateWithCodes, body) : readForm(forms.update, body)
  if (form.id === undefined || form.id === cartId) return toForm(form)
  throw new UcpRefusal('invalid_request', '$.id must be the id of the cart that the request names.')
}

function hasDiscounts({ capabilities }: Platform): boolean {
  return capabilities.has(CAPABILITIES.discount)
}

type Body = Static<typeof forms.create> & Partial<Pick<Static<typeof forms.createWithCodes>, 'discounts'>>

function toForm({ line_items: lines, discounts: sent }: Body): CartForm {
  return { lines: lines.map(({ item, quantity }) => ({ itemId: item.id, quantity })), codes: sent?.codes ?? [] }
}
