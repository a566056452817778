/** Reads the query of the search. Every query has an answer: a long one is cut, and what is no text is empty. */

import Type, { type Static } from 'typebox'

/** Maximum length of a query, in characters. */
export const MAX_QUERY = 100

/** The query parameters of the search. */
export const SearchParameters = Type.Object({
  q: Type.Optional(
    Type.String({
      description: `words that an operation, a field, an error code or a schema contains; the first ${MAX_QUERY} characters count`,
    }),
  ),
})

/** Returns the text that is searched for. @param given the query parameters as they came */
export function readSearchQuery(given: unknown): string {
  const { q } = given as { [K in keyof Static<typeof SearchParameters>]: unknown }
  return typeof q === 'string' ? q.slice(0, MAX_QUERY).toWellFormed().trim() : ''
}
