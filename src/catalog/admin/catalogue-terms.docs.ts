/** Operation docs of the terms that products have. */

import type { OperationDocs } from '../../http/operation-docs.ts'
import { TERM_KINDS } from '../../model/term.ts'

/** The refusal of a request that does not say which terms. */
const NEEDS_KIND = `kind must be ${TERM_KINDS.join(' or ')}.`

const given = 'the products of the sample shop'

/** GET /catalogue-terms. */
export const listTerms: OperationDocs = {
  name: 'listCatalogueTerms',
  section: 'Catalogue',
  summary: 'List brands, categories or tags in use',
  description:
    'Returns one page of the brands, the categories or the tags that products have, as `kind` says, which is required; each with the number of products that the filter of the same name finds. Terms are compared as coupon codes are: in any letter case, and the Turkish letters i and ı are equal; `q` also finds them without accents: `gomlek` finds `Gömlek`. Spellings that are the same term are one entry. A category is a path such as `Giyim > Gömlek`, and those above it are listed, too. The order is that of the compared forms, so that a category stands in front of those below it.',
  refuses: ['parameter_invalid', 'invalid_encoding'],
  refusalExamples: { parameter_invalid: { parameter: 'kind', detail: NEEDS_KIND } },
  examples: {
    brands: { summary: 'All brands', given, params: { kind: 'brand' }, status: 200 },
    categories: { summary: 'Categories with a word', given, params: { kind: 'category', q: 'giyim' }, status: 200 },
  },
}
