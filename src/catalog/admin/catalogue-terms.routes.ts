/** The endpoint of the terms that products have (GET /catalogue-terms), for those who pick one. */

import Type from 'typebox'
import { CATALOGUE_TERMS } from '../../api-paths.ts'
import type { App } from '../../http/fastify-types.ts'
import { requireDecodable } from '../../http/request/query.ts'
import { VISIBLE_TEXT } from '../../model/coupon-code.ts'
import { foldTermOf, TERM_KINDS, TERM_MAX_LENGTH } from '../../model/term.ts'
import { keyset, pageOf, presentPage } from '../../schema/keyset.ts'
import { defineQuery, filledText, required, wordOf } from '../../schema/list-query.ts'
import * as docs from './catalogue-terms.docs.ts'
import type { ListedTerm, TermPage, TermQuery } from './catalogue-terms.store.ts'

const kind = required(wordOf(TERM_KINDS, 'which terms are listed'))

const query = defineQuery({
  ...keyset('string'),
  kind,
  q: filledText(
    {
      maxLength: TERM_MAX_LENGTH,
      pattern: VISIBLE_TEXT,
      rule: `a text of 1 to ${TERM_MAX_LENGTH} characters that are not all blanks`,
      description:
        'what the term contains, in any letter case and without accents; a page can have fewer terms than `limit`',
    },
    text => foldTermOf('tag', text) || undefined,
  ),
})

const TermDocument = Type.Object(
  {
    term: Type.String({ description: 'in the spelling of the product with the lowest id' }),
    count: Type.Integer({ description: 'products, on sale or not; of a category also those below it' }),
  },
  { title: 'CatalogueTerm' },
)

/** Dependencies of the endpoint. */
export interface CatalogueTermsDependencies {
  findPage: (query: TermQuery) => Promise<TermPage>
  publicUrl: string
}

/** Registers `GET /catalogue-terms`, which needs `catalogue:read`. */
export function catalogueTermsRoutes(app: App, { findPage, publicUrl }: CatalogueTermsDependencies): void {
  app.get(
    CATALOGUE_TERMS,
    {
      config: { access: 'catalogue:read', validatedByHandler: { querystring: query.schema }, docs: docs.listTerms },
      schema: { response: { 200: pageOf(TermDocument, 'CatalogueTermPage') } },
    },
    async request => {
      requireDecodable(request.url)
      const asked = readQuery(request.given.query)
      const { terms, continueAfter } = await findPage(asked)
      const page = {
        rows: terms,
        limit: asked.limit,
        keyOf: ({ folded }: ListedTerm) => [folded],
        examinedTo: continueAfter ?? undefined,
        url: `${publicUrl}${CATALOGUE_TERMS}`,
        parameters: asked.given,
      }
      return presentPage(page, ({ term, count }) => ({ term, count }))
    },
  )
}

function readQuery(given: unknown): TermQuery & { given: Record<string, string> } {
  const read = query.read(given)
  const { kind: named, q } = read
  return { ...read, q: q === undefined ? undefined : foldTermOf(named, q) }
}
