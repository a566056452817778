/** Grams: the texts of three characters from each place of a word, by which indexes of texts are asked. */

/** Characters of a gram. */
const GRAM_LENGTH = 3
/** Grams of a query by which an index is asked. The texts that it finds are compared with the words, so that more only take time. */
const MAX_GRAMS = 32

/** Returns grams that every text with these words contains, each once; none where all words are shorter than a gram. */
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

/** Whether a text is found by one gram alone, so that it need not be compared. */
export function isGram(word: string): boolean {
  return [...word].length === GRAM_LENGTH
}
