/** The return of API responses: its schema, and the presenter that fills it. */

import Type, { type Static } from 'typebox'
import { Id, instant, money, nullable } from '../../schema/fields.ts'
import type { ItemsReturn, ReturnedLine } from './items-return.ts'
import { addUp } from './refund.ts'

const UNKNOWN = '`null` where the checkout has no amounts of lines'

const ReturnedLineDocument = Type.Object(
  {
    itemId: Type.Optional(Type.String({ description: 'the line of the held cart' })),
    productId: Type.Optional(Id()),
    variantId: Type.Optional(nullable(Id())),
    quantity: Type.Integer(),
    refund: nullable(money(`what is refunded for these pieces, with VAT and after discounts; ${UNKNOWN}`)),
    net: nullable(money(`the net amount in it; ${UNKNOWN}`)),
    vat: nullable(money(`the VAT in it; ${UNKNOWN}`)),
  },
  {
    title: 'ReturnedLine',
    description: 'named by `itemId`; of a checkout without its cart by `productId` and `variantId`',
  },
)

const planned = {
  restock: Type.Boolean({ description: 'whether what the order took of these pieces was added to the stock' }),
  lines: Type.Array(ReturnedLineDocument),
  refund: nullable(money(`what is refunded for all lines, without shipping; ${UNKNOWN}`)),
}

/** A return in the document of its checkout. */
export const ItemsReturnDocument = Type.Object(
  { id: Type.String({ description: 'the id of the return' }), at: instant('when it was made'), ...planned },
  { title: 'Return' },
)

/** The response of a return. */
export const ReturnDocument = Type.Object({ data: ItemsReturnDocument }, { title: 'ReturnAnswer' })

/** The response of a trial. */
export const PlannedReturnDocument = Type.Object({ data: Type.Object(planned) }, { title: 'PlannedReturn' })

/** Presents a return. */
export function presentReturn({ id, at, restock, lines }: ItemsReturn): Static<typeof ItemsReturnDocument> {
  return { id, at: new Date(at).toISOString(), ...presentPlanned({ restock, lines }) }
}

/** Presents what a return would do. */
export function presentPlanned({ restock, lines }: Pick<ItemsReturn, 'restock' | 'lines'>) {
  return { restock, lines: lines.map(presentLine), refund: addUp(lines.map(({ refund }) => refund)) }
}

function presentLine({ itemId, productId, variantId, quantity, refund, net, vat }: ReturnedLine) {
  return { ...(itemId === null ? { productId, variantId } : { itemId }), quantity, refund, net, vat }
}
