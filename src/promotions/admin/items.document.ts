/** Lists of items of promotions in API responses: every list, empty where it names nothing. */

import Type from 'typebox'
import type { Items } from '../../model/campaign.ts'
import { Id } from '../../schema/fields.ts'

/** A list of ids. */
export const ids = Type.Array(Id())
const terms = Type.Array(Type.String())

/** The lists by which a promotion names items. */
export const itemLists = { productIds: ids, variantIds: ids, brands: terms, categories: terms, tags: terms }

/** Presents lists of items. */
export function presentItems({ productIds = [], variantIds = [], brands = [], categories = [], tags = [] }: Items) {
  return { productIds, variantIds, brands, categories, tags }
}
