/** Bodies of the operations of the catalogue. */

import Type, { type Static } from 'typebox'

/** Maximum number of ids of a lookup. */
export const MAX_IDS = 50

const optional = Type.Optional
const amount = Type.Integer({ minimum: 0, description: 'an integer of 0 or more, in minor units' })
const text = Type.String({ description: 'a text' })
const itemId = Type.String({ minLength: 1, description: 'the id of a product or a variant: a text that is not empty' })

const filtering = {
  filters: optional(
    Type.Object(
      {
        price: optional(
          Type.Object({ min: optional(amount), max: optional(amount) }, { description: 'a JSON object' }),
        ),
      },
      { description: 'a JSON object' },
    ),
  ),
  context: optional(Type.Object({ currency: optional(text) }, { description: 'a JSON object' })),
}

/** The members of every body that narrow the answer down. */
export type Filtering = Static<ReturnType<typeof Type.Object<typeof filtering>>>

/** Body of a lookup. A longer list is refused with a code of its own. */
export const LookupForm = Type.Object({
  ids: Type.Array(itemId, { minItems: 1, description: `a list of 1 to ${MAX_IDS} ids of products and variants` }),
  ...filtering,
})

/** Body of a product. */
export const ProductForm = Type.Object({ id: itemId, ...filtering })

/** Body of a search. */
export const SearchForm = Type.Object({
  query: optional(Type.String({ minLength: 1, maxLength: 200, description: 'a text of 1 to 200 characters' })),
  ...filtering,
  pagination: optional(
    Type.Object(
      {
        cursor: optional(text),
        limit: optional(Type.Integer({ minimum: 1, description: 'an integer of 1 or more' })),
      },
      { description: 'a JSON object' },
    ),
  ),
})
