/** The unit of a quantity: what a line may say, and whether it is that of Sepet, which sells pieces. */

import Type, { type Static } from 'typebox'

/** The code of a piece in UN/CEFACT Recommendation 20. */
const PIECE = 'C62'

/** Largest number of digits behind the point. */
const MAX_SCALE = 15

/** A unit. Only `unit` and `scale` are read: the text and the increment do not say what is counted. */
export const QuantityUnit = Type.Object(
  {
    unit: Type.String({ description: 'the code of a unit' }),
    scale: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_SCALE, description: `an integer from 0 to ${MAX_SCALE}` }),
    ),
    display_text: Type.Optional(Type.String({ description: 'a text' })),
    increment: Type.Optional(Type.Integer({ minimum: 1, description: 'an integer of 1 or more' })),
  },
  { description: 'an object with the member unit' },
)

/** Whether a quantity of this unit counts pieces; without a unit it does. No unit is converted. */
export function isInPieces(unit: Static<typeof QuantityUnit> | undefined): boolean {
  return unit === undefined || (unit.unit === PIECE && (unit.scale ?? 0) === 0)
}
