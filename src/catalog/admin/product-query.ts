/** Query of the product list: ids, one SKU, and the page. */

import Type from 'typebox'
import { isLongerThan, isStorable } from '../../schema/fields.ts'
import { firstPage, type KeysetQuery, keysetParameters, keysetReaders } from '../../schema/keyset.ts'
import { IdListParameter, idList, type ParameterReaders, readParameters } from '../../schema/parameters.ts'
import { SKU_MAX_LENGTH } from '../../shop-file/shop-file-fields.ts'
import { wordsOf } from '../names/folded-name.ts'

/** Characters of a search by name. */
const NAME_MAX_LENGTH = 100

/** The query of a list. A filter that is left out matches every product. */
export interface ProductQuery extends KeysetQuery {
  ids?: readonly number[]
  /** Matches a product that has the SKU, or a variant of which has it. */
  sku?: string
  /** Matches a product whose name contains every word of it. */
  name?: string
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
  'filter[name]': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: NAME_MAX_LENGTH,
      description:
        'words that the name contains, in any order, case and part of a word; a page can have fewer products than `limit`',
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
  'filter[name]': (text, query) => {
    query.name = requireName(text)
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

function requireName(text: string): string {
  if (
    wordsOf(text.slice(0, NAME_MAX_LENGTH)).length === 0 ||
    isLongerThan(text, NAME_MAX_LENGTH) ||
    !isStorable(text)
  ) {
    throw new Error(`a text of 1 to ${NAME_MAX_LENGTH} characters that are not all blanks`)
  }
  return text
}

/** Returns the filters as parameters, which links to other pages repeat. */
export function parametersOf({ ids, sku, name }: ProductQuery): Record<string, string> {
  return {
    ...(ids && { 'filter[id]': ids.join(',') }),
    ...(sku !== undefined && { 'filter[sku]': sku }),
    ...(name !== undefined && { 'filter[name]': name }),
  }
}
