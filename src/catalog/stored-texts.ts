/** Stored lists of texts, such as the tags of a product. */

/** Reads a stored list of texts; null is an empty one. */
export function readTexts(stored: string | null): string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[])
}

/** Writes a list of texts as it is stored. */
export function writeTexts(texts: readonly string[]): string | null {
  return texts.length > 0 ? JSON.stringify(texts) : null
}
