/** The quantity of a line, in requests. */

import Type from 'typebox'
import { MAX_QUANTITY } from '../cart.ts'

/** A quantity that a line may have. */
export const Quantity = Type.Integer({
  minimum: 1,
  maximum: MAX_QUANTITY,
  description: `an integer from 1 to ${MAX_QUANTITY}`,
})
