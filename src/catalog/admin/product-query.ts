/** Query of the product list: filters, the order, and the page. */

import Type from 'typebox'
import { isLongerThan, isStorable } from '../../schema/fields.ts'
import { decodeKey, firstPage, type KeysetQuery, keysetParameters, keysetReaders } from '../../schema/keyset.ts'
import { IdListParameter, idList, type ParameterReaders, readParameters } from '../../schema/parameters.ts'
import { SKU_MAX_LENGTH } from '../../shop-file/shop-file-fields.ts'
import { wordsOf } from '../names/folded-name.ts'

/** Characters of a search by name. */
const NAME_MAX_LENGTH = 100

/** A stock as the shop file permits it. */
const STOCK = /^-?\d{1,15}(\.\d{1,12})?$/
/** The stock of a cursor, which the embedded database writes with an exponent where it has many places. */
const CURSOR_STOCK = /^-?\d{1,20}(\.\d{1,20})?(e[+-]\d{1,2})?$/

/** The query of a list. A filter that is left out matches every product. */
export interface ProductQuery extends KeysetQuery {
  ids?: readonly number[]
  /** Matches a product that has the SKU, or a variant of which has it. */
  sku?: string | undefined
  /** Matches a product whose name contains every word of it. */
  name?: string
  onSale?: boolean | undefined
  /** The order is that of the lowest stocks; otherwise that of the ids. */
  sort?: 'stock'
  /** A decimal text: matches a product whose lowest stock is this or less. Only with `sort`. */
  stockAtMost?: string
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
  'filter[onSale]': Type.Optional(
    Type.Boolean({ description: 'products on sale, or off sale, whatever their variants are' }),
  ),
  'filter[stockAtMost]': Type.Optional(
    Type.String({
      pattern: STOCK.source,
      description: 'a decimal number: products whose lowest stock is this or less; with `sort=stock` alone',
    }),
  ),
  sort: Type.Optional(
    Type.Literal('stock', {
      description:
        'lowest stock first, by the variants on sale, or the product itself without such a variant; a page can have fewer products than `limit`',
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
  'filter[onSale]': (text, query) => {
    query.onSale = requireBoolean(text)
  },
  'filter[stockAtMost]': () => {
    throw new Error('left out without sort=stock')
  },
  sort: () => {
    throw new Error('stock, or left out for the order of ids')
  },
}

/** Readers of a list in the order of stocks, whose cursors have two values. */
const readersByStock: ParameterReaders<ProductQuery> = {
  ...readers,
  after: (text, query) => {
    const key = decodeKey(text, ['string', 'number'])
    if (!CURSOR_STOCK.test(String(key[0]))) throw new Error('the one of links.next')
    query.after = key
  },
  'filter[stockAtMost]': (text, query) => {
    if (!STOCK.test(text)) throw new Error('a decimal number such as 5 or 2.5')
    query.stockAtMost = text
  },
  sort: (_stock, query) => {
    query.sort = 'stock'
  },
}

/**
 * Reads the parameters of the list.
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readProductQuery(given: unknown): ProductQuery {
  const isByStock = (given as { sort?: unknown }).sort === 'stock'
  return readParameters(given, isByStock ? readersByStock : readers, { ...firstPage })
}

function requireSku(text: string): string {
  if (text === '' || isLongerThan(text, SKU_MAX_LENGTH) || !isStorable(text)) {
    throw new Error(`a text of 1 to ${SKU_MAX_LENGTH} characters`)
  }
  return text
}

function requireBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new Error('true or false')
  return text === 'true'
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

/** Returns the filters and the order as parameters, which links to other pages repeat. */
export function parametersOf({ ids, sku, name, onSale, stockAtMost, sort }: ProductQuery): Record<string, string> {
  return {
    ...(ids && { 'filter[id]': ids.join(',') }),
    ...(sku !== undefined && { 'filter[sku]': sku }),
    ...(name !== undefined && { 'filter[name]': name }),
    ...(onSale !== undefined && { 'filter[onSale]': String(onSale) }),
    ...(stockAtMost !== undefined && { 'filter[stockAtMost]': stockAtMost }),
    ...(sort && { sort }),
  }
}
