/** Query of the product list: filters, the order, and the page. */

import { VISIBLE_TEXT } from '../../model/coupon-code.ts'
import { foldTermOf, TERM_KINDS, TERM_MAX_LENGTH, type TermKind } from '../../model/term.ts'
import { type KeysetQuery, keyset } from '../../schema/keyset.ts'
import { defineQuery, filledText, idList, matching, type Parameter, word, yesOrNo } from '../../schema/list-query.ts'
import { SKU_MAX_LENGTH } from '../../shop-file/shop-file-fields.ts'
import { wordsOf } from '../names/folded-name.ts'
import type { ProductSearch } from './search-products.sql.ts'
import type { SoughtTerm } from '../terms/sought-terms.sql.ts'

/** Characters of a search by name. */
const NAME_MAX_LENGTH = 100
/** The stock of a cursor, which the embedded database writes with an exponent where it has many places. */
const CURSOR_STOCK = /^-?\d{1,20}(\.\d{1,20})?(e[+-]\d{1,2})?$/

/** The query of a list. A filter that is left out matches every product. */
export interface ProductQuery extends KeysetQuery {
  ids?: readonly number[] | undefined
  /** Matches a product of which a variant has one of the ids. Not with `sort`. */
  variantIds?: readonly number[] | undefined
  /** Matches a product that has the SKU, or a variant of which has it. */
  sku?: string | undefined
  /** Matches a product whose name contains every word of it. */
  name?: string | undefined
  /** Matches a product whose name contains its words, that has a SKU or variant's SKU that begins so, or one of the brands. Not with `sort`. */
  search?: ProductSearch | undefined
  onSale?: boolean | undefined
  /** Terms as they are compared; a product in a category below `category` matches, too. */
  brand?: string | undefined
  category?: string | undefined
  tag?: string | undefined
  /** The order is that of the lowest stocks; otherwise that of the ids. */
  sort?: 'stock' | undefined
  /** A decimal text: matches a product whose lowest stock is this or less. Only with `sort`. */
  stockAtMost?: string | undefined
  /** The lowest stock is that of the items with backorder, or of those without; products without such an item are left out. Only with `sort`. */
  backorder?: boolean | undefined
}

/** A stock as the shop file permits it. */
const stockAtMost = matching(
  '^-?\\d{1,15}(\\.\\d{1,12})?$',
  {
    rule: 'a decimal number such as 5 or 2.5',
    description: 'a decimal number: products whose lowest stock is this or less; with `sort=stock` alone',
  },
  text => text,
)
const backorder = yesOrNo(
  'the lowest stock is that of items with backorder, or without; products without such an item are left out; with `sort=stock` alone',
)
const keyByStock = keyset('string', 'number').after

/** A parameter that only the order of stocks has. */
const onlyByStock = { rule: 'left out without sort=stock', read: (): undefined => undefined }

/** A parameter that the order of stocks does not have. */
const neverByStock = { rule: 'left out with sort=stock', read: (): undefined => undefined }

/** A term, as terms are compared. */
function term(kind: TermKind, description: string) {
  const rule = `a text of 1 to ${TERM_MAX_LENGTH} characters that are not all blanks`
  return filledText(
    { maxLength: TERM_MAX_LENGTH, pattern: VISIBLE_TEXT, rule, description },
    text => foldTermOf(kind, text) || undefined,
  )
}

const parameters = {
  ...keyset('number'),
  'filter[id]': idList,
  'filter[variantId]': {
    ...idList,
    schema: {
      ...idList.schema,
      description: 'ids of variants, separated by commas: the products that have them; not with `sort=stock`',
    },
  },
  'filter[sku]': filledText({
    maxLength: SKU_MAX_LENGTH,
    rule: `a text of 1 to ${SKU_MAX_LENGTH} characters`,
    description: 'one SKU of a product or variant, compared exactly; a comma is part of it',
  }),
  'filter[name]': filledText(
    {
      maxLength: NAME_MAX_LENGTH,
      pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
      rule: `a text of 1 to ${NAME_MAX_LENGTH} characters that are not all blanks`,
      description:
        'words that the name contains, in any order, in any letter case and without accents; a part of a word is enough; a page can have fewer products than `limit`',
    },
    text => (wordsOf(text).length > 0 ? text : undefined),
  ),
  'filter[search]': filledText(
    {
      maxLength: NAME_MAX_LENGTH,
      pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
      rule: `a text of 1 to ${NAME_MAX_LENGTH} characters that are not all blanks`,
      description:
        'words that the name contains, as `filter[name]`, or the beginning of a SKU, or a part of the brand, in any letter case; not with `sort=stock`; a page can have fewer products than `limit`',
    },
    text => (wordsOf(text).length > 0 ? text : undefined),
  ),
  'filter[onSale]': yesOrNo('products on sale, or off sale, whatever their variants are'),
  'filter[brand]': term('brand', 'the brand of a product, in any letter case'),
  'filter[category]': term('category', 'a category, in any letter case: `Giyim` covers `Giyim > Gömlek`'),
  'filter[tag]': term('tag', 'a tag, in any letter case'),
  'filter[stockAtMost]': { ...stockAtMost, ...onlyByStock },
  'filter[backorder]': { ...backorder, ...onlyByStock },
  sort: word('stock', {
    rule: 'stock, or left out for the order of ids',
    description:
      'lowest stock first, by the variants on sale, or the product itself without such a variant; a page can have fewer products than `limit`',
  }),
}

/** The parameters of the list. */
export const productQuery = defineQuery(parameters)
/** The parameters of a list in the order of stocks, whose cursors have two values. */
const queryByStock = defineQuery({
  ...parameters,
  after: {
    ...keyByStock,
    read(text: string) {
      const key = keyByStock.read(text)
      return key && CURSOR_STOCK.test(String(key[0])) ? key : undefined
    },
  } satisfies Parameter<unknown>,
  'filter[stockAtMost]': stockAtMost,
  'filter[backorder]': backorder,
  'filter[search]': { ...parameters['filter[search]'], ...neverByStock },
  'filter[variantId]': { ...parameters['filter[variantId]'], ...neverByStock },
})

/**
 * Reads the parameters of the list.
 * @throws Refusal 400 naming the parameters that are unknown, repeated or invalid
 */
export function readProductQuery(given: unknown): ProductQuery & { given: Record<string, string> } {
  const isByStock = (given as { sort?: unknown }).sort === 'stock'
  const { filters, ...rest } = (isByStock ? queryByStock : productQuery).read(given)
  const { id: ids, variantId: variantIds, search: text, ...others } = filters
  return { ...rest, ids, variantIds, ...others, search: text === undefined ? undefined : { text, brands: [] } }
}

/** Returns the terms that the products of a query have. */
export function termsOf({ brand, category, tag }: ProductQuery): SoughtTerm[] {
  const given = { brand, category, tag }
  return TERM_KINDS.flatMap(kind => {
    const folded = given[kind]
    return folded === undefined ? [] : [{ kind, folded }]
  })
}
