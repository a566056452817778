/** Query of the product list: ids, one SKU, and the page. */

import Type from 'typebox'
import { isLongerThan, isStorable } from '../../schema/fields.ts'
import { firstPage, type KeysetQuery, keysetParameters, keysetReaders } from '../../schema/keyset.ts'
import { IdListParameter, idList, type ParameterReaders, readParameters } from '../../schema/parameters.ts'
import { SKU_MAX_LENGTH } from '../../shop-file/shop-file-fields.ts'

/** The query of a list. A filter that is left out matches every product. */
export interface ProductQuery extends KeysetQuery {
  ids?: readonly number[]
  /** Matches a product that has the SKU, or a variant of which has it. */
  sku?: string
}

/** Parameters of the list, for the API description. */
export const ProductQueryParameters = Type.Object({
  ...keysetParameters,
  'filter[id]': Type.Optional(IdListParameter),
  'filter[sku]': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SKU_MAX_LENGTH,
      description: 'one SKU of a product or variant, compared exactly; a comma is part of it',
    }),
  ),
})

const readers: ParameterReaders<ProductQuery> = {
  ...keysetReaders<ProductQuery>(['number']),
  'filter[id]': (text, query) => {
    query.ids = idList(text)
  },
  'filter[sku]': (text, query) => {
    query.sku = requireSku(text)
  },
}

/**
 * Reads the parameters of the list.
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readProductQuery(given: unknown): ProductQuery {
  return readParameters(given, readers, { ...firstPage })
}

function requireSku(text: string): string {
  if (text === '' || isLongerThan(text, SKU_MAX_LENGTH) || !isStorable(text)) {
    throw new Error(`a text of 1 to ${SKU_MAX_LENGTH} characters`)
  }
  return text
}

/** Returns the filters as parameters, which links to other pages repeat. */
export function parametersOf({ ids, sku }: ProductQuery): Record<string, string> {
  return {
    ...(ids && { 'filter[id]': ids.join(',') }),
    ...(sku !== undefined && { 'filter[sku]': sku }),
  }
}
