/** Names of products as a search compares them: a name contains a word where the folded name contains the folded word, whatever is around it. */

import { foldText } from '../../schema/fold-text.ts'

/** Characters of a gram: what the index of names finds. */
const GRAM_LENGTH = 3
/** Grams of a query by which the index is asked. The names that it finds are compared with the words, so that more only take time. */
const MAX_GRAMS = 32

/** Returns a name as it is stored for comparison: folded as coupon codes are, with one space between words. @param name up to 1,000 characters */
export function foldName(name: string): string {
  // Lower-casing writes the Greek sigma at the end of a word in another way.
  return foldText(name).replaceAll('ς', 'σ').replace(/\s+/g, ' ')
}

/** Returns the folded words of a query, each once; none for blanks. @param query up to 200 characters */
export function wordsOf(query: string): string[] {
  return [...new Set(foldName(query).split(' '))].filter(word => word !== '')
}

/** Returns grams that every name with these words contains, each once; none where all words are shorter than a gram. */
export function gramsOf(words: readonly string[]): string[] {
  const grams = new Set<string>()
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const characters = [...word]
    for (let at = 0; at + GRAM_LENGTH <= characters.length && grams.size < MAX_GRAMS; at++) {
      grams.add(characters.slice(at, at + GRAM_LENGTH).join(''))
    }
  }
  return [...grams]
}
