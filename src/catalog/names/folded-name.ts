/** Names of products as a search compares them: a name contains a word where the folded name contains the folded word, whatever is around it. */

import { foldAccents } from '../../schema/fold-accents.ts'

/** Returns a name as it is stored for comparison: without case and accents, with one space between words. @param name up to 1,000 characters */
export function foldName(name: string): string {
  return foldAccents(name)
}

/** Returns the folded words of a query, each once; none for blanks. @param query up to 200 characters */
export function wordsOf(query: string): string[] {
  return [...new Set(foldName(query).split(' '))].filter(word => word !== '')
}
